import SystemCore
import TestSupport

/// The whole benchmark: starts the servers, measures and prints the tables.
struct Benchmark {
    private let options: Options
    private let directory: TemporaryDirectory
    private let contenders: [Contender]

    init(_ options: Options) throws {
        self.options = options
        directory = try TemporaryDirectory()
        var contenders = [Contender.ours(try Self.ownServer(options))]
        if let redis = Self.installed("redis-server") {
            contenders.append(.redis(redis))
        } else {
            printError("redis-server is not installed: there are no ratios to it")
        }
        contenders.append(.echo)
        self.contenders = contenders
    }

    func run() throws {
        Kernel.ignoreBrokenPipes()
        // This is set before the servers start, which inherit it.
        let idle = options.includes { $0 == "idle" } ? try IdleMemory(options) : nil
        let settings = Setting.all.filter { setting in options.includes { setting.isMeant(by: $0) } }
        let wantsFairness = options.includes { $0 == "fairness" }
        if !settings.isEmpty || wantsFairness {
            let servers = try contenders.map { try RunningServer($0, in: directory.path) }
            if !settings.isEmpty { try measureRates(settings, servers) }
            if wantsFairness { try measureFairness(servers) }
        }
        if let idle { try measureMemory(idle) }
        if options.isSmoke { print("\nsmoke: every response was good") }
    }

    private func measureRates(_ settings: [Setting], _ servers: [RunningServer]) throws {
        var rounds = RateRounds(options, servers)
        for setting in settings {
            printError("measuring \(setting.name)")
            try rounds.measure(setting)
        }
        print("\n\(rounds.table.text)")
    }

    private func measureFairness(_ servers: [RunningServer]) throws {
        printError("measuring fairness")
        var rounds = FairnessRounds(options)
        try rounds.measure(servers)
        print("\n\(rounds.table.text)")
    }

    private func measureMemory(_ idle: IdleMemory) throws {
        var idle = idle
        for contender in contenders {
            printError("measuring \(options.idle) idle connections of \(contender.name)")
            try idle.measure(try RunningServer(contender, in: directory.path))
        }
        print("\n\(idle.table.text)")
    }

    private static func ownServer(_ options: Options) throws(BenchmarkFailure) -> [String] {
        var command = options.server
        if command.isEmpty {
            let own = ChildProcess.ownPath
            let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
            let limit = "\(options.idle + 100)"
            command = ["\(directory)/test-server", "{}", "--connections", limit, "--connections-per-user", limit]
        }
        guard isFile(command[0]) else { throw .noServer(path: command[0]) }
        return command
    }

    private static func installed(_ name: String) -> String? {
        let directories = (Kernel.environment("PATH") ?? "").split(separator: ":")
        return directories.map { "\($0)/\(name)" }.first { isFile($0) }
    }

    private static func isFile(_ path: String) -> Bool {
        (try? Kernel.status(of: path).kind) == .regular
    }
}
