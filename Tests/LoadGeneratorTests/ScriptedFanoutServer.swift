import SystemCore
import TestSupport

/// A server of one publisher and its subscribers, which ends when all of them have disconnected.
///
/// A client that sends the line `subscribe` becomes a subscriber. Each other line is a change: change N, from 1, sends
/// each subscriber the result of `deliver`.
struct ScriptedFanoutServer: ~Copyable {
    private final class Client {
        let socket: Descriptor
        var isSubscriber = false

        init(_ socket: consuming Descriptor) { self.socket = socket }
    }

    let address: UnixAddress
    private let directory: TemporaryDirectory
    private let thread: TestThread

    init(_ deliver: @escaping @Sendable (_ change: Int, _ subscriber: Int) -> String) throws {
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        let listener = try Kernel.listen(at: address, mode: 0o600).release()
        thread = TestThread { try? Self.serve(Descriptor(owning: listener), deliver) }
        self.directory = directory
        self.address = address
    }

    /// Waits until all clients have disconnected.
    consuming func join() { thread.join() }

    private static func serve(_ listener: consuming Descriptor, _ deliver: (Int, Int) -> String) throws {
        let poller = try Poller()
        try poller.add(listener, token: .max, interest: .readable)
        var clients: [Client?] = []
        var events: [PollerEvent] = []
        var changes = 0
        repeat {
            try poller.wait(.duration(.seconds(60)), into: &events)
            guard !events.isEmpty else { return }
            for event in events {
                guard event.token != .max else {
                    guard case .connection(let socket) = try Kernel.accept(listener) else { continue }
                    try poller.add(socket, token: UInt64(clients.count), interest: .readable)
                    clients.append(Client(socket))
                    continue
                }
                guard let client = clients[Int(event.token)] else { continue }
                guard let lines = try lines(from: client) else {
                    try poller.remove(client.socket)
                    clients[Int(event.token)] = nil
                    continue
                }
                for line in lines {
                    try handle(line, from: client, clients.compactMap { $0 }, &changes, deliver)
                }
            }
        } while clients.contains { $0 != nil }
    }

    private static func handle(
        _ line: String,
        from client: Client,
        _ clients: [Client],
        _ changes: inout Int,
        _ deliver: (Int, Int) -> String
    ) throws {
        guard line != "subscribe" else {
            client.isSubscriber = true
            return try send("ok\n", to: client)
        }
        changes += 1
        for (number, subscriber) in clients.filter(\.isSubscriber).enumerated() {
            try send(deliver(changes, number), to: subscriber)
        }
        try send("done\n", to: client)
    }

    private static func lines(from client: Client) throws -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var room = buffer.mutableSpan
        guard case .bytes(let count) = try Kernel.receive(client.socket, into: &room) else { return nil }
        return buffer[..<count].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func send(_ text: String, to client: Client) throws {
        let bytes = Array(text.utf8)
        if !bytes.isEmpty { _ = try Kernel.send(client.socket, bytes.span) }
    }
}
