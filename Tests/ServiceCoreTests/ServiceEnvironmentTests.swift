import ServiceCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the environment variables from a service manager.
@Suite struct ServiceEnvironmentTests {
    @Test(
        arguments: [
            (nil, nil, 3..<3), ("2", nil, 3..<3), (nil, "42", 3..<3), ("2", "42", 3..<5), ("1", "42", 3..<4),
            ("2", "41", 3..<3), ("nonsense", "41", 3..<3),
        ] as [(String?, String?, Range<Int32>)]
    )
    func `descriptors are inherited only when LISTEN_PID names the current process`(
        count: String?,
        pid: String?,
        range: Range<Int32>
    ) throws {
        let environment = ServiceEnvironment(listenFDs: count, listenPID: pid)
        #expect(try environment.inherited(by: 42) == range)
    }

    @Test(arguments: ["", "0", "-1", "x", "2 ", "2147483646", "99999999999999999999"])
    func `an invalid LISTEN_FDS is refused`(count: String) {
        let environment = ServiceEnvironment(listenFDs: count, listenPID: "42")
        #expect(throws: ServiceVariableFault("LISTEN_FDS", count)) { try environment.inherited(by: 42) }
    }

    @Test func `an invalid LISTEN_PID is refused`() {
        let environment = ServiceEnvironment(listenFDs: "1", listenPID: "me")
        #expect(throws: ServiceVariableFault("LISTEN_PID", "me")) { try environment.inherited(by: 42) }
    }

    @Test func `reading the service variables removes them from the environment`() async {
        await #expect(processExitsWith: .success) {
            let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "NOTIFY_SOCKET"]
            for name in names {
                demand(unsafe setenv(name, "of \(name)", 1) == 0)
            }
            let expected = ServiceEnvironment(
                listenFDs: "of LISTEN_FDS",
                listenPID: "of LISTEN_PID",
                notifySocket: "of NOTIFY_SOCKET"
            )
            demand(ServiceEnvironment.take() == expected)
            demand(names.allSatisfy { Kernel.environment($0) == nil })
            demand(ServiceEnvironment.take() == ServiceEnvironment())
        }
    }

    @Test(arguments: ["notify", "vsock:2:1234", "@", "/" + String(repeating: "n", count: 200)])
    func `an invalid NOTIFY_SOCKET is refused`(text: String) {
        #expect(throws: ServiceVariableFault("NOTIFY_SOCKET", text)) {
            try ServiceManager(ServiceEnvironment(notifySocket: text))
        }
    }

    @Test(arguments: [nil, ""])
    func `without NOTIFY_SOCKET a status message is dropped`(text: String?) throws {
        let manager = try ServiceManager(ServiceEnvironment(notifySocket: text))
        try manager.notify(.ready, status: "serving")
    }

    @Test func `a status message is one line`() {
        #expect(ServiceManager.message(.ready, status: "a\nREADY=0\r\u{2028}b") == "READY=1\nSTATUS=a READY=0  b")
        #expect(ServiceManager.message(.stopping, status: "ending") == "STOPPING=1\nSTATUS=ending")
    }
}
