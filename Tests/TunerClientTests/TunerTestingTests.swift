import SystemCore
import TestSupport
import Testing
import TunerClient
import TunerTesting

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct TunerTestingTests {
        private struct Settings {
            @Tunable("ui.radius", default: 12, in: 0...40) var radius: Double
        }

        @Test(.tuner, arguments: [18.0, 30.0])
        func `each test case has a daemon of its own`(value: Double) async throws {
            let settings = Settings()
            try await Tuner.shared.ready()
            #expect(settings.radius == 12)
            try await settings.$radius.set(value)
            #expect(try await Tuner.shared.value(of: "ui.radius") == value)
        }

        @Test func `a private daemon ends with its process and its files`() throws {
            let daemon = try PrivateDaemon()
            #expect(try eventually { (try? Kernel.status(of: daemon.socket))?.kind == .socket })
            daemon.stop()
            #expect(!Kernel.isProcess(daemon.processID))
            #expect(throws: SystemError.self) {
                try KernelFileSystem().names(in: Path.directory(of: daemon.socket))
            }
        }

        @Test func `the daemon is the named one, the one beside the tests, or the one in the search path`() throws {
            let tunerd = BuiltProduct.path("tunerd")
            let products = Path.directory(of: tunerd)
            let named = try PrivateDaemon.program(beside: nil) { $0 == "TUNERD" ? tunerd : nil }
            let beside = try PrivateDaemon.program(beside: "\(products)/tests") { _ in nil }
            let inPath = try PrivateDaemon.program(beside: "/no/tests") { $0 == "PATH" ? "/no:\(products)" : nil }
            #expect([named, beside, inPath] == [tunerd, tunerd, tunerd])
            #expect(throws: DaemonNotFound.notExecutable(path: "/no/tunerd")) {
                try PrivateDaemon.program(beside: "\(products)/tests") { $0 == "TUNERD" ? "/no/tunerd" : nil }
            }
            #expect(throws: DaemonNotFound.notFound(directory: "/no")) {
                try PrivateDaemon.program(beside: "/no/tests") { _ in nil }
            }
        }
    }
}
