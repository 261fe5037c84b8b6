import SystemCore
import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Reads the command line, runs the command, says what went wrong, and ends with the code that a script can act on.

Kernel.openMissingStandardStreams()
// A reader that has seen enough ends us by an error of the write, which is no failure.
Kernel.ignoreBrokenPipes()
exit(Tunerctl.run(Kernel.arguments).rawValue)
