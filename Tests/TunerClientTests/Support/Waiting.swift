import JSONCore
import Testing
import TunerClient

/// A condition that was still false at the time limit.
struct Late: Error, CustomStringConvertible {
    let description: String
}

/// Waits until a value satisfies a condition.
func wait<Values: AsyncSequence & Sendable>(
    for values: Values,
    within limit: Duration = .seconds(240),
    until isRight: @escaping @Sendable (Values.Element) -> Bool
) async throws where Values.Element: Sendable {
    try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
            for try await value in values where isRight(value) { return true }
            return false
        }
        group.addTask {
            // Only a missing value uses up the limit, which decides nothing else.
            try await Task.sleep(for: limit)
            return false
        }
        let hasArrived = try await group.next() ?? false
        group.cancelAll()
        guard hasArrived else { throw Late(description: "not within \(limit)") }
    }
}

extension Tunable where Value: Equatable {
    /// Waits until the tunable has a value.
    func wait(until value: Value, within limit: Duration = .seconds(240)) async throws {
        do {
            try await TunerClientTests.wait(for: values, within: limit) { $0 == value }
        } catch is Late {
            throw Late(description: "\(key) is \(self.value), not \(value), after \(limit)")
        }
    }
}

extension Flag where Value: Equatable {
    /// Waits until the flag has a value.
    func wait(until value: Value) async throws {
        try await TunerClientTests.wait(for: values) { $0 == value }
    }
}

extension Tuner {
    /// Waits until the tuner is connected.
    func waitUntilConnected() async throws {
        try await TunerClientTests.wait(for: connections) { $0 == .connected }
    }

    /// Waits until the daemon has all declarations so far, and the tuner has their values.
    func waitUntilAllIsKnown(by daemon: RunningDaemon) async throws {
        try daemon.set("declared.last", 1)
        try await Tunable("declared.last", default: 0, on: self).wait(until: 1)
    }

    /// Waits until the connection is lost.
    func waitUntilLost() async throws {
        try await TunerClientTests.wait(for: connections) { connection in
            if case .lost = connection { true } else { false }
        }
    }
}
