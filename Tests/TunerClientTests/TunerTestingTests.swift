import Synchronization
import SystemCore
import TestSupport
import Testing
import TunerClient
import TunerTesting

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct TunerTestingTests {
        private struct Settings {
            @Tunable("ui.radius", default: 12, in: 0...40) var radius: Double
        }

        @Test(.tuner, arguments: [18.0, 30.0])
        func `each test case has its own daemon`(value: Double) async throws {
            let settings = Settings()
            try await Tuner.shared.ready()
            #expect(settings.radius == 12)
            try await settings.$radius.set(value)
            #expect(try await Tuner.shared.value(of: "ui.radius") == value)
        }

        @Test func `a private daemon ends with its files`() async throws {
            let socket = try await {
                let daemon = try PrivateDaemon()
                #expect(try eventually { (try? Kernel.status(of: daemon.socket))?.kind == .socket })
                await daemon.stop()
                #expect("\(daemon.failure.map { "\($0)" } ?? "")".hasPrefix("tunerd exited with code 0"))
                return daemon.socket
            }()
            #expect(throws: SystemError.self) { try Kernel.names(in: Path.directory(of: socket)) }
        }

        /// An orderly end removes the socket.
        @Test func `a private daemon ends when the process of the test traps`() async throws {
            let child = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
                let daemon = try PrivateDaemon()
                guard try eventually({ (try? Kernel.status(of: daemon.socket))?.kind == .socket }) else { return }
                print("socket \(daemon.socket)")
                _ = fflush(nil)
                fatalError("a test that traps")
            }
            let output = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
            let line = try #require(output.split(separator: "\n").last { $0.hasPrefix("socket ") })
            let socket = String(line.dropFirst("socket ".count))
            #expect(try eventually { (try? Kernel.status(of: socket)) == nil })
        }

        @Test(.timeLimit(.minutes(1))) func `a daemon that dies ends the wait`() async throws {
            let directory = try TemporaryDirectory()
            let program = directory.file("tunerd")
            let text = Array("#!/bin/sh\necho no disk >&2\nexit 3\n".utf8)
            try KernelFileSystem().open(program, [.write, .create]).writeFully(text.span, at: 0)
            try Kernel.setMode(program, 0o700)
            let error = await #expect(throws: DaemonEnded.self) {
                try await PrivateDaemon.run(program, startingWithin: .seconds(3_600)) { Issue.record("it runs") }
            }
            #expect(error?.description == "tunerd exited with code 3 before the test ended:\nno disk")
        }

        @Test func `the tuner is closed after a test that throws`() async throws {
            struct Thrown: Error {}
            let used = Mutex<Tuner?>(nil)
            await #expect(throws: Thrown.self) {
                try await PrivateDaemon.run {
                    used.withLock { $0 = Tuner.shared }
                    throw Thrown()
                }
            }
            let last = used.withLock { $0 }
            let tuner = try #require(last)
            await #expect(throws: TunerError.outsideTest) { try await tuner.ready(timeout: .seconds(120)) }
        }

        @Test func `a private daemon does not use the world of another daemon`() async {
            await #expect(processExitsWith: .success) {
                try Kernel.setEnvironment("TUNER_WORLD", to: "f3a9c2d471b85e60")
                try await PrivateDaemon.run { try await Tuner.shared.ready() }
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
