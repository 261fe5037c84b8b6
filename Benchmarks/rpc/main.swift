import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Compares this project's server with others. The program uses two more modes itself: the echo, and starting a server.

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch words.first {
    case "echo" where words.count == 2:
        Kernel.ignoreBrokenPipes()
        var server = try EchoServer(at: try UnixAddress(words[1]))
        try server.run()
    case "supervised":
        throw ChildProcess.becomeSupervised(Array(words.dropFirst()))
    default:
        let options = try Options(words)
        if options.wantsHelp {
            print(usage)
        } else {
            try Benchmark(options).run()
        }
    }
} catch BenchmarkFailure.usage(let text) {
    printError(text)
    exit(2)
} catch {
    printError("\(error)")
    exit(1)
}
