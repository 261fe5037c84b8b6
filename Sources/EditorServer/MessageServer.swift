package import ClientCore
package import SystemCore

/// A server of messages without streams: received bytes go in, bytes to send come out.
package protocol MessageServer: AnyObject {
    /// The name under which the server connects to the daemon; nil before `initialize`.
    var clientName: String? { get }
    /// The process of the editor; nil if the client did not name it.
    var editorProcess: Int64? { get }
    /// The exit code, once the server must end; the owner sends the rest of the output before.
    var exitCode: Int32? { get }
    /// When ``advance()`` is due even without an event; nil if never.
    var deadline: MonotonicTime? { get }
    var hasOutput: Bool { get }
    /// Whether the world of the link has ended, so that the owner must connect again.
    var hasLostWorld: Bool { get }

    /// Handles the messages in received bytes.
    func receive(_ bytes: Span<UInt8>)
    /// Records that the client sends no more.
    func endInput()
    /// Passes the output to `send`, which returns how many bytes it has sent.
    func write(_ send: (Span<UInt8>) throws(SystemError) -> Int) throws(SystemError)
    /// Handles an event of the link to the daemon.
    func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>)
    /// Sends what is due: subscriptions to the daemon, and refreshes and diagnostics to the client.
    func advance()
}
