import BlockingTests
import SystemCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of `/api/ping` with the real programs.
@Suite(.blocking) struct PingTests {
    @Test func `the ping says whether the daemon responds, through its whole life`() throws {
        let gateway = try GatewayProcess()
        let socket = gateway.directory.file("tuner/tunerd.sock")
        let missing = "no daemon responds at \(socket); start one with: tunerctl start\n"

        let before = try gateway.request("GET /api/ping")
        #expect(before.status == 503)
        #expect(before.content == missing)
        #expect(before.field("Retry-After") == "1")
        do {
            let daemon = try RunningDaemon(in: gateway.directory)
            #expect(try gateway.request("GET /api/ping").status == 200)
            try daemon.program.send(SIGSTOP)
            let stopped = try gateway.request("GET /api/ping")
            #expect(stopped.status == 503)
            #expect(
                stopped.content == "the daemon at \(socket) does not respond; to find out why, type: tunerctl doctor\n"
            )
            try daemon.program.send(SIGCONT)
            #expect(try gateway.request("GET /api/ping").status == 200)
            try daemon.program.crash()
        }
        _ = try eventually { try gateway.request("GET /api/ping").content == missing }
        let daemon = try RunningDaemon(in: gateway.directory)
        let after = try gateway.request("GET /api/ping")
        #expect(after.status == 200)
        #expect(after.content == "ok\n")
        withExtendedLifetime(daemon) {}
    }
}
