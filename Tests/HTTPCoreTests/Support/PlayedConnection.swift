import HTTPCore
import JSONCore

/// A connection in a test that plays its owner.
final class PlayedConnection {
    var connection: HTTPConnection
    var input = ByteBuffer()
    var now: UInt64 = 0

    init(limits: HTTPLimits = HTTPLimits()) {
        connection = HTTPConnection(limits: limits)
    }

    /// Delivers a text, and returns the next event.
    func receive(_ text: String = "") -> HTTPEvent {
        input.append(text: text)
        return connection.next(in: &input, at: now)
    }

    /// Sends up to `count` bytes of the output, and returns them.
    func send(_ count: Int = .max) -> String {
        let sent = [UInt8](connection.output).prefix(count)
        connection.sent(sent.count)
        return String(decoding: sent, as: UTF8.self)
    }

    /// Responds to the request with a body, and returns the next event.
    func respond(_ body: String = "") -> HTTPEvent {
        connection.begin(.ok)
        connection.end(body.utf8.span)
        return receive()
    }

    /// Moves the time to the deadline, and returns the next event; nil if there is no deadline.
    func reachDeadline() -> HTTPEvent? {
        guard connection.deadline != .max else { return nil }
        now = connection.deadline
        guard connection.reachDeadline(at: now) else { return nil }
        return receive()
    }

    /// Calls `reachDeadline(at:)`.
    func reach(_ time: UInt64) -> Bool { connection.reachDeadline(at: time) }

    var outputIsEmpty: Bool { connection.output.isEmpty }
    var hasRoom: Bool { connection.hasRoom }
    var wantsInput: Bool { connection.wantsInput(buffered: input.count) }

    /// A part of the request, in the input.
    func text(_ range: Range<Int>?) -> String? {
        range.map { range in input.withBytes { String(decoding: [UInt8]($0, in: range), as: UTF8.self) } }
    }

    func value(of name: StaticString) -> String? { text(range(of: name)) }

    func range(of name: StaticString) -> Range<Int>? { input.withBytes { connection.request.value(of: name, in: $0) } }

    func range(of name: StaticString, after value: Range<Int>) -> Range<Int>? {
        input.withBytes { connection.request.value(of: name, after: value, in: $0) }
    }

    func onlyValue(of name: StaticString) -> String? {
        text(input.withBytes { connection.request.onlyValue(of: name, in: $0) })
    }
}
