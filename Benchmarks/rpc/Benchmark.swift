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
        try raiseDescriptorLimit()
        let idle = options.includes { $0 == "idle" } ? try IdleMemory(options) : nil
        let settings = Setting.all.filter { setting in options.includes { setting.isMeant(by: $0) } }
        let wantsFairness = options.includes { $0 == "fairness" }
        if !settings.isEmpty || wantsFairness {
            let servers = try contenders.map { try RunningServer($0, in: directory.path) }
            if !settings.isEmpty { try measureRates(settings, servers) }
            if wantsFairness { try measureFairness(servers) }
        }
        if let idle { try measureMemory(idle) }
        try measureDaemon()
        if options.isSmoke { print("\nsmoke: every response was good") }
    }

    /// Measures `tunerd`, compared with Redis.
    private func measureDaemon() throws(BenchmarkFailure) {
        let values = ValueSetting.all.filter { setting in options.includes { setting.isMeant(by: $0) } }
        let fanouts = FanoutSetting.all.filter { setting in options.includes { setting.isMeant(by: $0) } }
        guard !values.isEmpty || !fanouts.isEmpty else { return }
        let daemon = options.daemon.isEmpty ? "\(Self.ownDirectory)/tunerd" : options.daemon
        guard Self.isFile(daemon) else { throw .noServer(path: daemon) }
        let servers = ValueServers(daemon: daemon, redis: Self.installed("redis-server"), in: directory.path)
        var valueRounds = ValueRounds(options, servers)
        for setting in values {
            printError("measuring \(setting.name)")
            try valueRounds.measure(setting)
        }
        if !values.isEmpty { print("\n\(valueRounds.table.text)") }
        var fanoutRounds = FanoutRounds(options, servers)
        for setting in fanouts {
            printError("measuring \(setting.name)")
            try fanoutRounds.measure(setting)
        }
        if !fanouts.isEmpty { print("\n\(fanoutRounds.table.text)") }
    }

    private func raiseDescriptorLimit() throws(BenchmarkFailure) {
        guard FanoutSetting.all.contains(where: { setting in options.includes { setting.isMeant(by: $0) } }) else {
            return
        }
        let limit = (try? Kernel.raiseDescriptorLimit()) ?? 0
        guard limit >= FanoutRounds.descriptors else {
            throw .tooFewDescriptors(limit: limit, needed: FanoutRounds.descriptors)
        }
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
            let limit = "\(options.idle + 100)"
            command = ["\(ownDirectory)/test-server", "{}", "--connections", limit, "--connections-per-user", limit]
        }
        guard isFile(command[0]) else { throw .noServer(path: command[0]) }
        return command
    }

    /// The directory of this program.
    private static var ownDirectory: String {
        let own = ChildProcess.ownPath
        return own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    }

    private static func installed(_ name: String) -> String? {
        let directories = (Kernel.environment("PATH") ?? "").split(separator: ":")
        return directories.map { "\($0)/\(name)" }.first { isFile($0) }
    }

    private static func isFile(_ path: String) -> Bool {
        (try? Kernel.status(of: path).kind) == .regular
    }
}
