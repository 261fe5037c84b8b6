import SystemCore
import TunerCommands

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Parses the command line, runs the command, prints errors, and exits with a code for scripts.

Kernel.openMissingStandardStreams()
// A write to a pipe whose reader has closed it then returns an error, and tunerctl stops without reporting a failure.
Kernel.ignoreBrokenPipes()
exit(Tunerctl.run(Kernel.arguments).rawValue)
