import LoadGenerator
import SystemCore

// The load of `Benchmarks/scale/run`: Python would be too slow for it. It prints the figures as one JSON object:
//
//     scale-load rate SOCKET FILE [OPTION]...         the requests in the file, each of which ends with a zero byte
//     scale-load deliver SOCKET FILE [OPTION]...      the file has two requests: the subscription and the change

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    Kernel.ignoreBrokenPipes()
    _ = try Kernel.raiseDescriptorLimit()
    switch options.kind {
    case .rate:
        let result = try LoadRun.measure(options.loadPlan())
        report(rate: result.rate, result.latency)
    case .deliver:
        let result = try FanoutRun.measure(options.deliveryPlan())
        report(rate: result.rate, result.latency)
    }
} catch {
    fail("\(error)")
}
