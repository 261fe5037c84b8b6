import SystemCore
import TunerCommands
import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Parses the command line, runs the command, prints errors, and exits with a code for scripts. The installed tunerweb is a
// symbolic link to this program: one file with both is two thirds as large as two files.

if GatewayProgram.isCalled { GatewayProgram.run() }
Kernel.openMissingStandardStreams()
// A write to a pipe whose reader has closed it then returns an error, and tunerctl stops without reporting a failure.
Kernel.ignoreBrokenPipes()
exit(Tunerctl.run(Kernel.arguments).rawValue)
