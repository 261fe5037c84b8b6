import BlockingTests
import JSONCore
import LoopCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import WebGateway

/// Tests of the subscription of a terminal, with a real daemon.
@Suite(.blocking) struct TerminalWatchTests {
    @Test func `a paused watch reads nothing, and sends the newest values later`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon(in: directory)
        let loop = try EventLoop()
        let runtime = directory.path
        let path = SocketPath(option: nil, user: Kernel.userID) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
        let calls = DaemonCalls(to: path, on: loop)
        var output = ""
        let watch = TerminalWatch([], calls, world: nil, on: loop) { text, _ in output += text }
        while output.isEmpty {
            try loop.turn()
        }
        #expect(output == "watching; to stop, type: watch off\n")
        output = ""
        watch.isPaused = true
        for index in 0..<100 {
            try daemon.value("tunables.set", #"{"key":"a","value":\#(index)}"#)
            loop.nextTurn {}
            try loop.turn()
        }
        #expect(output.isEmpty)
        watch.isPaused = false
        loop.nextTurn {}
        while !output.contains("-> 99 (local)\n") {
            try loop.turn()
        }
        #expect(output.hasPrefix("a: none -> "))
        watch.close()
        calls.close()
        loop.nextTurn {}
        try loop.turn()
    }
}
