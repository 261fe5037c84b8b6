import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct ValuesFileTests {
        private static func write(_ text: String, to path: String) throws {
            let bytes = Array(text.utf8)
            try KernelFileSystem().open(path, [.write, .create, .truncate]).writeFully(bytes.span, at: 0)
        }

        private static func read(_ path: String) throws -> String {
            String(decoding: try KernelFileSystem().open(path, .read).readWhole(), as: UTF8.self)
        }

        @Test func `the values file keeps values of tunables not declared in a run`() async throws {
            let directory = try TemporaryDirectory()
            let options = Faults().options(
                socket: RunningDaemon.socket(in: directory),
                valuesFile: directory.file("values.json")
            )
            do {
                let daemon = try RunningDaemon(in: directory)
                try daemon.set("seldom", 5)
                try daemon.set("often", 1)
                let first = Tuner(options)
                try await Tunable("seldom", default: 0, on: first).wait(until: 5)
                await first.close()
                let second = Tuner(options)
                try daemon.set("often", 2)
                try await Tunable("often", default: 0, on: second).wait(until: 2)
                await second.close()
                try daemon.kill()
            }
            let third = Tuner(options)
            #expect(Tunable("seldom", default: 0, on: third).value == 5)
            #expect(Tunable("often", default: 0, on: third).value == 2)
        }

        /// Two programs with the same values file write at the same time.
        ///
        /// Each writes a temporary file first.
        @Test func `the client leaves another program's temporary values file unchanged`() async throws {
            let daemon = try RunningDaemon()
            let file = daemon.directory.file("values.json")
            try Self.write("another's", to: "\(file).new")
            try daemon.set("n", 5)
            let tuner = Tuner(Faults().options(socket: daemon.socket, valuesFile: file))
            try await Tunable("n", default: 0, on: tuner).wait(until: 5)
            await tuner.close()
            #expect(try Self.read("\(file).new") == "another's")
            #expect(try Self.read(file).contains("\"n\":5"))
            #expect(try Kernel.names(in: daemon.directory.path).filter { $0.hasPrefix("values") }.count == 2)
        }

        @Test func `the client does not save the values of a world`() async throws {
            let daemon = try RunningDaemon()
            let file = daemon.directory.file("values.json")
            try daemon.set("n", 3)
            let maker = try daemon.client()
            let response = try maker.call("worlds.create", within: .seconds(60))
            guard case .string(let world)? = response["world"] else { throw Late(description: "\(response)") }
            var options = Faults().options(socket: daemon.socket, valuesFile: file)
            options.world = world
            let tuner = Tuner(options)
            let number = Tunable("n", default: 1, on: tuner)
            try await number.wait(until: 3)
            try await number.set(5)
            await tuner.close()
            #expect(throws: SystemError.self) { try Self.read(file) }
        }

        /// Opening a pipe would block the program until another one writes.
        @Test func `a values file that is a pipe does not block startup`() throws {
            let directory = try TemporaryDirectory()
            let pipe = directory.file("pipe")
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: RunningDaemon.socket(in: directory), valuesFile: pipe))
            #expect(Tunable("n", default: 1, on: tuner).value == 1)
            #expect(faults.all == [.valuesFile(path: pipe, reason: "it is not a regular file")])
        }
    }
}
