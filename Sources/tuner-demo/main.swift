import OptionCore
import ServiceCore
import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Runs the daemon, the gateway and the playground in a private directory until Ctrl-C or the end of the playground.

Kernel.openMissingStandardStreams()
Kernel.ignoreBrokenPipes()
do {
    let options = try DemoOptions(Kernel.arguments)
    if options.wantsHelp {
        StandardStreams.print(DemoOptions.help)
    } else {
        try Demo(opensBrowser: options.opensBrowser).run()
    }
} catch let fault as OptionFault {
    StandardStreams.fail("tuner-demo: \(fault); see tuner-demo --help", exitCode: 2)
} catch {
    StandardStreams.fail("tuner-demo: \(error)", exitCode: 1)
}
