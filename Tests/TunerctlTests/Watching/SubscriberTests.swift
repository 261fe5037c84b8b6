import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

@Suite(.blocking) struct SubscriberTests {
    @Test func `a change received with the response to another call is available at once`() throws {
        let daemon = try FakeDaemon()
        let options = try Invocation(["--socket", RawText(path: daemon.path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        #expect(try subscriber.begin().isEmpty && !subscriber.hasMore && subscriber.timeout == .forever)
        let response = try subscriber.attempt { (connection) throws(Failure) in
            try connection.callByName("change", [:])
        }
        #expect(response == true)
        // The socket has no more data, so a poller would wait forever.
        #expect(subscriber.hasMore && subscriber.timeout == .none)
        #expect(try subscriber.next(within: .zero).map(\.change.key) == ["a"])
        #expect(!subscriber.hasMore && subscriber.timeout == .forever)
    }

    private static func hello(_ version: Int) -> String {
        let result = #"{"server":"tunerd","version":"9","protocol":\#(version),"epoch":"e","revision":1,"#
        return response(1, result + #""pid":1,"limits":{},"capabilities":[]}"#) + "\n"
    }

    /// What the peer sends to a new connection, and the failure.
    @Test(arguments: [
        (hello(2), "uses protocol version 2, but tunerctl uses version 1", 4),
        ("220 mail ready\r\n", "is not tunerd; name the socket of the daemon with --socket", 4),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"full","data":{"kind":"busy"}}}"# + "\n", "", 1),
    ])
    func `a watcher that cannot begin fails at once`(text: String, sentence: String, code: Int32) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = try ChattyListener(path, sending: text)
        let options = try Invocation(["--socket", RawText(path: path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        let failure = #expect(throws: Failure.self) { try subscriber.begin() }
        #expect(failure?.sentence.hasSuffix(sentence) == true && failure?.exitCode.rawValue == code)
        withExtendedLifetime(listener) {}
    }

    @Test func `a watcher returns the changes that it received before it fails`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let subscribed = response(2, #"{"subscription":"t1","epoch":"a1b2","revision":41,"resumed":false,"values":{}}"#)
        let listener = try ChattyListener(
            path,
            sending: Self.hello(1) + subscribed + "\n" + FakeDaemon.change + "\n220 mail\r\n"
        )
        let options = try Invocation(["--socket", RawText(path: path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        #expect(try subscriber.begin().isEmpty)
        #expect(try subscriber.next(within: .seconds(60)).map(\.change.key) == ["a"])
        #expect(subscriber.hasMore)
        #expect(throws: Failure.garbled(path)) { try subscriber.next(within: .seconds(60)) }
        withExtendedLifetime(listener) {}
    }

    @Test func `a lost daemon is retried only after a pause`() throws {
        let daemon = try FakeDaemon()
        let options = try Invocation(["--socket", RawText(path: daemon.path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        _ = try subscriber.begin()
        #expect(subscriber.isSubscribed)
        try daemon.call("server.stop")
        let start = Kernel.monotonicTime()
        while subscriber.isSubscribed { _ = try subscriber.next(within: .milliseconds(10)) }
        // The pause is at least 25 ms. Without it, the client would reconnect all the time.
        #expect(try #require(subscriber.deadline) - start >= .milliseconds(25))
    }
}
