import SystemCore
import TunerClient

/// The state of the program that a vector describes: a tuner, and what the program has declared.
final class Driver {
    private typealias Declaration = (key: String, fallback: TunerValue, spec: [String: TunerValue])

    private var tuner: Tuner?
    private var declarations: [Declaration] = []
    private var tunables: [String: any DeclaredTunable] = [:]
    private var flags: [String: any DeclaredFlag] = [:]
    private var collectors: [String: Collector] = [:]
    private let faults = Collector()
    private var attempt: TunerTry?

    /// Executes an operation, and returns its result.
    func execute(_ words: [TunerValue]) async throws -> TunerValue {
        let name = words.first?.text ?? ""
        let key = words.dropFirst().first?.text ?? ""
        switch (name, words.count) {
        case ("declare", 4): declare((key, words[2], words[3].members))
        case ("get", 2): return try tunable(key).json
        case ("ready", 1): try await connected.ready(timeout: .seconds(600))
        case ("wait", 3): try await tunable(key).wait(for: words[2])
        case ("observe", 2): try observe(key)
        case ("observed", 3): try await collector(key).waitForNewest(words[2])
        case ("collected", 2): return .array(try collector(key).values)
        case ("set", 3): try await tunable(key).set(words[2])
        case ("reset", 2): try await tunable(key).reset()
        case ("update", 2): try await update(words[1].members)
        case ("snapshot", 2): return try snapshot(words[1].elements)
        case ("value", 2): return try await connected.value(of: key, as: TunerValue.self)
        case ("flag", 4): flags[key] = declaredFlag(key, words[2], words[3].members, on: connected)
        case ("flag-value", 2): return try flag(key).json
        case ("wait-flag", 3): try await flag(key).wait(for: words[2])
        case ("connection", 2): await wait(forConnected: key == "connected")
        case ("fault", 1): return await faults.next()
        case ("refuse", 3): try tunable(key).refuse(words[2].text ?? "")
        case ("try", 3): try await beginTry(words[1].members, for: words[2])
        case ("keep", 1): try await attempt?.confirm()
        case ("cancel", 2): try await attempt?.cancel(reason: key)
        case ("world", 2): await move(to: words[1])
        default: throw DriverFault.unknown(name)
        }
        return nil
    }

    /// The tuner, which connects at its first use.
    private var connected: Tuner {
        if let tuner { return tuner }
        return connect(to: nil)
    }

    private func connect(to world: String?) -> Tuner {
        var options = TunerOptions(name: "vector-driver")
        options.world = world
        options.valuesFile = Kernel.environment("VALUES_FILE")
        options.faultHandler = { [faults] fault in faults.append(.string("\(fault)")) }
        let tuner = Tuner(options)
        self.tuner = tuner
        return tuner
    }

    private func declare(_ declaration: Declaration) {
        declarations.append(declaration)
        tunables[declaration.key] = declaredTunable(
            declaration.key,
            declaration.fallback,
            declaration.spec,
            on: connected
        )
    }

    /// Replaces the tuner: a program in Swift names its world when it creates the tuner.
    private func move(to world: TunerValue) async {
        await tuner?.close()
        _ = connect(to: world.text ?? "")
        let earlier = declarations
        declarations = []
        for declaration in earlier { declare(declaration) }
    }

    private func observe(_ key: String) throws {
        let collector = Collector()
        collectors[key] = collector
        collector.observation = try tunable(key).observe { collector.append($0) }
    }

    private func update(_ values: [String: TunerValue]) async throws {
        let changes = try values.sorted { $0.key < $1.key }.map { try (tunable($0.key), $0.value) }
        try await connected.update { (all: inout TunableChanges) throws -> Void in
            for (tunable, value) in changes { try tunable.add(value, to: &all) }
        }
    }

    private func beginTry(_ values: [String: TunerValue], for seconds: TunerValue) async throws {
        let changes = try values.sorted { $0.key < $1.key }.map { try (tunable($0.key), $0.value) }
        attempt = try await connected.attempt(for: .seconds(seconds.number ?? 0)) { all in
            for (tunable, value) in changes { try tunable.add(value, to: &all) }
        }
    }

    /// Closes the connection, and writes the values file.
    func close() async { await tuner?.close() }

    private func snapshot(_ keys: [TunerValue]) throws -> TunerValue {
        let tunables = try keys.map { try tunable($0.text ?? "") }
        let values = connected.snapshot { tunables.map(\.json) }
        return .object(Dictionary(zip(keys.compactMap(\.text), values), uniquingKeysWith: { $1 }))
    }

    private func wait(forConnected isConnected: Bool) async {
        for await connection in connected.connections {
            switch connection {
            case .connected where isConnected: return
            case .lost where !isConnected: return
            default: continue
            }
        }
    }

    private func tunable(_ key: String) throws -> any DeclaredTunable {
        guard let tunable = tunables[key] else { throw DriverFault.undeclared(key) }
        return tunable
    }

    private func flag(_ key: String) throws -> any DeclaredFlag {
        guard let flag = flags[key] else { throw DriverFault.undeclared(key) }
        return flag
    }

    private func collector(_ key: String) throws -> Collector {
        guard let collector = collectors[key] else { throw DriverFault.undeclared(key) }
        return collector
    }
}
