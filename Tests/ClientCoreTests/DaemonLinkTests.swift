import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@Suite struct DaemonLinkTests {
    // MARK: Greeting

    @Test func `a link greets with its name and world before it makes calls`() throws {
        let daemon = try LinkedPeer { ($0.client, $0.world) = ("game", "w-1") }
        daemon.call("early")
        daemon.run()
        let peer = try #require(try daemon.accept())
        #expect(daemon.link.state == .greeting(until: daemon.clocks.clocks.monotonic() + .seconds(10)))
        let greeting = #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":"game","world":"w-1"}}"#
        #expect(peer.lines() == [greeting])
        daemon.call("early")
        try peer.write(LinkedPeer.hello(1))
        daemon.run()
        #expect(daemon.events == ["early: lost", "connected", "early: lost", "ready 9"])
        #expect(peer.lines().isEmpty)
    }

    /// What a daemon sends instead of the expected response to the greeting, and what the link reports.
    @Test(arguments: [
        (LinkedPeer.refusal(1, "unknownWorld"), "lost: refused unknownWorld"),
        // A daemon with too many connections refuses them before it reads.
        (LinkedPeer.refusal(nil, "tooLarge"), "lost: refused tooLarge"),
        (LinkedPeer.hello(2), "lost: otherProtocol(2)"),
        (response(1, #"{"server":"other"}"#) + "\n", "lost: garbled"),
        ("220 mail ready\r\n", "lost: garbled"),
    ])
    func `a link drops a connection whose greeting fails`(text: String, event: String) throws {
        let daemon = try LinkedPeer()
        daemon.run()
        let peer = try #require(try daemon.accept())
        _ = peer.read()
        try peer.write(text)
        daemon.run()
        #expect(daemon.events == ["connected", event])
        #expect(!daemon.link.isReady)
        #expect(peer.hasEnded)
        daemon.pass()
        daemon.run()
        #expect(daemon.events.last == "connected")
    }

    @Test func `a daemon that refuses and closes is reported as refusing`() throws {
        let daemon = try LinkedPeer()
        daemon.react = { [unowned daemon] event in
            // The daemon closes the connection before the link sends the greeting.
            guard case .connected = event, let peer = try? daemon.accept() else { return }
            _ = try? peer.write(LinkedPeer.refusal(nil, "tooLarge"))
            peer.close()
        }
        daemon.run()
        #expect(daemon.events == ["connected", "lost: refused tooLarge"])
    }

    @Test func `a new connection that is not confirmed in time is dropped`() throws {
        let daemon = try LinkedPeer { $0.limit = .seconds(3) }
        daemon.run()
        let silent = try #require(try daemon.accept())
        daemon.clocks.advance(by: .seconds(3))
        daemon.run()
        #expect(silent.read().contains("session.hello") && silent.hasEnded)
        #expect(daemon.events == ["connected", "lost: timedOut"])
        daemon.pass()
        let peer = try daemon.connect(confirming: false)
        #expect(daemon.link.isReady)
        daemon.pass()
        daemon.run()
        #expect(peer.hasEnded && daemon.events.suffix(2) == ["ready 9", "lost: timedOut"])
        daemon.pass()
        let confirmed = try daemon.connect()
        #expect(confirmed.lines().isEmpty)
        #expect(daemon.link.state == .established && daemon.link.deadline == nil)
    }

    // MARK: Calls

    @Test func `responses are matched with their calls, and notifications are passed on`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        for method in ["a", "b", "c"] { daemon.call(method) }
        daemon.run()
        #expect(peer.lines().count == 3)
        let refusal = LinkedPeer.refusal(3, "busy")
        try peer.write("\(response(4, "3"))\n\(request("changed"))\(refusal)\(response(2, "1"))\n")
        try peer.write(LinkedPeer.refusal(nil, "parse"))
        daemon.run()
        #expect(daemon.events.dropFirst(2) == ["c: 3", "changed", "b: refused no", "a: 1", "error no"])
    }

    @Test func `a lost connection ends each call once`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        for method in ["a", "b", "c"] { daemon.call(method) }
        daemon.run()
        daemon.call("unsent")
        try peer.write("\(response(3, "2"))\n")
        peer.close()
        daemon.react = { [unowned daemon] event in if case .lost = event { daemon.call("late") } }
        daemon.run()
        #expect(
            daemon.events.dropFirst(2) == ["b: 2", "a: lost", "c: lost", "unsent: lost", "lost: closed", "late: lost"]
        )
        daemon.run()
        #expect(daemon.events.count == 8)
    }

    @Test func `a closed link ends its calls and connects no more`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        daemon.call("a")
        daemon.link.close()
        daemon.call("b")
        daemon.clocks.advance(by: .seconds(60))
        daemon.run()
        #expect(peer.hasEnded && daemon.link.deadline == nil)
        #expect(daemon.events.dropFirst(2) == ["a: lost", "b: lost"])
    }

    @Test func `a link that is closed while it handles an event passes on nothing more`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        daemon.react = { [unowned daemon] event in if case .notification = event { daemon.link.close() } }
        try peer.write(request("one") + request("two"))
        peer.close()
        daemon.run()
        #expect(daemon.events.dropFirst(2) == ["one"])
        #expect(daemon.link.state == .closed)
    }

    @Test func `a call fails while too many bytes wait to be sent`() throws {
        let daemon = try LinkedPeer { $0.outputLimit = 1_000 }
        let peer = try daemon.connect()
        let long = JSON.string(String(repeating: "x", count: 1_000))
        daemon.call("a", ["text": long])
        daemon.call("b")
        #expect(daemon.events.dropFirst(2) == ["b: overloaded"])
        daemon.run()
        #expect(daemon.link.unsentCount == 0)
        daemon.call("c")
        daemon.run()
        #expect(peer.lines().count == 2)
        // The daemon reads nothing: the bytes that the kernel does not take stay in the queue, up to its limit.
        while daemon.events.count == 3 {
            daemon.call("d", ["text": long])
            daemon.run()
        }
        #expect(daemon.events.last == "d: overloaded")
        #expect(daemon.link.unsentCount < 3_000)
    }

    @Test func `a call fails without a response if its values cannot be written or read`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        daemon.call("a", ["x": .double(.infinity)])
        daemon.link.call("b", JSON.null) { (result: Result<Bool, CallFailure>) in
            daemon.events.append("b: \(result == .failure(.unreadable))")
        }
        daemon.run()
        try peer.write("\(response(2, "3"))\n")
        daemon.run()
        #expect(daemon.events.dropFirst(2) == ["a: unwritable", "b: true"])
    }

    // MARK: Reconnecting

    @Test(arguments: [false, true])
    func `a link without a daemon tries again after growing pauses`(hasSocket: Bool) throws {
        let daemon = try LinkedPeer(isListening: hasSocket)
        daemon.stopListening()
        var pauses: [Duration] = []
        for _ in 0..<8 {
            daemon.run()
            let deadline = try #require(daemon.link.deadline)
            pauses.append(deadline - daemon.clocks.clocks.monotonic())
            let count = daemon.events.count
            daemon.run()
            #expect(daemon.events.count == count)
            daemon.pass()
        }
        #expect(Set(daemon.events) == [hasSocket ? "lost: ECONNREFUSED" : "lost: ENOENT"])
        #expect(pauses[0] <= .milliseconds(50) && pauses[7] >= .milliseconds(500) && pauses[7] <= .seconds(1))
    }

    @Test func `only a confirmed connection that lasted makes the next pause short`() throws {
        let daemon = try LinkedPeer()
        for (isConfirmed, isShort) in [(false, false), (true, true)] {
            daemon.stopListening()
            for _ in 0..<5 {
                daemon.run()
                daemon.pass()
            }
            try Kernel.removeFile(daemon.path)
            try daemon.listen()
            let peer = try daemon.connect(confirming: isConfirmed)
            daemon.clocks.advance(by: .seconds(1))
            peer.close()
            daemon.run()
            let pause = try #require(daemon.link.deadline) - daemon.clocks.clocks.monotonic()
            #expect((pause <= .milliseconds(50)) == isShort)
            daemon.pass()
        }
    }

    @Test func `a dropped connection delivers the rest of what was read`() throws {
        let daemon = try LinkedPeer()
        let peer = try daemon.connect()
        daemon.react = { [unowned daemon] event in if case .notification = event { daemon.link.drop() } }
        try peer.write(request("one") + request("two"))
        daemon.run()
        #expect(daemon.events.dropFirst(2) == ["one", "two", "lost: dropped"])
        #expect(peer.hasEnded)
        daemon.pass()
        let next = try daemon.connect()
        daemon.link.drop()
        daemon.call("late")
        daemon.run()
        #expect(daemon.events.suffix(2) == ["late: lost", "lost: dropped"] && next.hasEnded)
    }

    @Test func `only errors that can be gone later may pass, and a missing world only for a while`() throws {
        let daemon = try LinkedPeer { $0.worldPatience = .seconds(2) }
        func error(_ kind: String) -> RemoteError { RemoteError(code: -1, message: "", data: ["kind": .string(kind)]) }
        let link = daemon.link
        #expect(link.mayPass(error("busy")) && link.mayPass(error("tooLarge")) && !link.mayPass(error("denied")))
        #expect(link.mayPass(.client(.closed)) && link.mayPass(.client(.timedOut)) && link.mayPass(.dropped))
        #expect(!link.mayPass(.client(.garbled)) && !link.mayPass(.otherProtocol(2)))
        // A world that ends while its client is connected does not come back.
        let peer = try daemon.connect()
        #expect(!link.mayPass(error("unknownWorld")))
        peer.close()
        daemon.run()
        #expect(link.mayPass(.client(.refused(error("unknownWorld")))))
        daemon.clocks.advance(by: .seconds(2))
        #expect(!link.mayPass(.client(.refused(error("unknownWorld")))))
    }

    @Test func `a link does not connect in a directory of others`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        try Kernel.setMode(directory.path, 0o777)
        let link = DaemonLink(DaemonLink.Settings(DaemonAddress(path, trust: .user(Kernel.userID))))
        var faults: [LinkFault] = []
        link.advance { event, _ in if case .lost(let fault) = event { faults.append(fault) } }
        guard case .client(.distrusted)? = faults.first, case .wouldBlock = try Kernel.accept(listener) else {
            Issue.record("\(faults)")
            return
        }
    }
}
