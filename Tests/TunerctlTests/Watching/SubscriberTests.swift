import BlockingTests
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

@Suite(.blocking) struct SubscriberTests {
    @Test func `a change received with the subscribe response is available at once`() throws {
        let daemon = try StandIn()
        let options = try Invocation(["--socket", RawText(path: daemon.path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        _ = try subscriber.begin()
        // The socket has no more data, so a poller would wait forever.
        #expect(subscriber.hasMore && subscriber.timeout == .none)
        #expect(try subscriber.next(within: .zero).map(\.change.key) == ["a"])
        #expect(!subscriber.hasMore && subscriber.timeout == .forever)
    }

    @Test func `a lost daemon is retried only after a pause`() throws {
        let daemon = try StandIn()
        let options = try Invocation(["--socket", RawText(path: daemon.path), "watch"]).global
        let subject = WatchedTunables(SubscribeParameters(), options)
        let subscriber = SubjectWatcher(try DaemonEndpoint(options), options, subject)
        _ = try subscriber.begin()
        #expect(subscriber.retry == nil)
        try daemon.call("server.stop")
        let start = Kernel.monotonicTime()
        while subscriber.retry == nil { _ = try subscriber.next(within: .seconds(60)) }
        // The pause is at least 25 ms. Without it, the client would reconnect all the time.
        #expect(try #require(subscriber.retry) - start >= .milliseconds(25))
    }
}
