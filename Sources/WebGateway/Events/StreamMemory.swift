import LoopCore

/// The memory of all texts that wait for clients, and its limit.
///
/// A client that has received a part of a text keeps the text in memory, and so does a log. Beyond the limit, the clients
/// that wait longest are ended: they connect again, and receive the present state. If that is not enough, the largest logs
/// lose their events, and the clients that wait for these join again.
final class StreamMemory {
    /// The limit for the clients that are ended in one turn.
    private static let endsInTurn = HTTPServer.leastFlushed

    /// The bytes of all texts.
    var texts = 0

    private let limit: Int
    private let loop: EventLoop
    private var receivers: [UInt64: (text: StreamText, end: () -> Void)] = [:]
    /// The number before which there is no receiver.
    private var oldest: UInt64 = 0
    private var nextNumber: UInt64 = 0
    private var logs: [ObjectIdentifier: WeakLog] = [:]
    /// The text whose receivers stay.
    private weak var newest: StreamText?
    private var isScheduled = false

    private struct WeakLog {
        weak var log: EventLog?
    }

    init(limit: Int = 64 << 20, on loop: EventLoop) {
        self.limit = limit
        self.loop = loop
    }

    var isOverLimit: Bool { texts > limit }

    /// Adds a client that has received a part of a text, and returns a number for ``remove(_:)``.
    ///
    /// If the memory is needed, `end` is called, which must end the client.
    func add(_ text: StreamText, _ end: @escaping () -> Void) -> UInt64 {
        let number = nextNumber
        nextNumber += 1
        receivers[number] = (text, end)
        return number
    }

    /// Removes a client that no longer waits.
    func remove(_ number: UInt64) {
        receivers[number] = nil
        while oldest < nextNumber, receivers[oldest] == nil {
            oldest += 1
        }
    }

    /// Adds a log until its end.
    func add(_ log: EventLog) { logs[ObjectIdentifier(log)] = WeakLog(log: log) }

    func removeLog(_ identifier: ObjectIdentifier) { logs[identifier] = nil }

    /// Frees memory until the texts are within the limit, also in later turns; the receivers of the newest text stay.
    func reduce(keeping newest: StreamText) {
        self.newest = newest
        if !isScheduled {
            endReceivers()
        }
    }

    private func endReceivers() {
        isScheduled = false
        for _ in 0..<StreamMemory.endsInTurn {
            guard isOverLimit else { return }
            guard let end = takeOldest() else { return dropLogs() }
            end()
        }
        guard isOverLimit else { return }
        isScheduled = true
        loop.nextTurn { [weak self] in self?.endReceivers() }
    }

    /// Removes the client that waits longest, and returns what ends it; nil if there is none.
    private func takeOldest() -> (() -> Void)? {
        var number = oldest
        while number < nextNumber {
            if let receiver = receivers[number], receiver.text !== newest {
                remove(number)
                return receiver.end
            }
            number += 1
        }
        return nil
    }

    private func dropLogs() {
        let largestFirst = logs.values.compactMap(\.log).sorted { $0.bytes > $1.bytes }
        for log in largestFirst {
            guard isOverLimit, log.bytes > 0 else { return }
            log.drop(before: log.end)
        }
    }
}

@available(*, unavailable)
extension StreamMemory: Sendable {}
