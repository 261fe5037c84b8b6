import JSONCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    /// The faults of a program that the daemon stores for `tunerctl doctor`.
    @Suite(.timeLimit(.minutes(5))) struct ReportingTests {
        /// Returns the texts of the faults that `tunerctl doctor` prints about programs.
        private static func printedFaults(_ daemon: RunningDaemon) throws -> [String] {
            let tunerctl = BuiltProduct.path("tunerctl")
            let doctor = try Program(script: "exec '\(tunerctl)' --socket '\(daemon.socket)' --json doctor")
            guard case .array(let findings)? = try JSON.parse(try doctor.wait().output)["findings"] else { return [] }
            return findings.compactMap { finding in
                guard finding["level"] == "fault", finding["subject"] == "program" else { return nil }
                guard case .string(let text)? = finding["text"] else { return nil }
                return text
            }
        }

        private static func waitUntilPrinted(_ faults: [String], _ daemon: RunningDaemon) throws {
            var printed: [String] = []
            let arePrinted = try eventually {
                printed = try printedFaults(daemon)
                return printed.count == faults.count && zip(printed, faults).allSatisfy { $0.contains($1) }
            }
            try #require(arePrinted, "\(printed)")
        }

        @Test func `doctor prints the present faults of a program, also after a restart of the daemon`() async throws {
            var daemon = try RunningDaemon()
            try daemon.call("tunables.declare", ["key": "n", "spec": ["type": "string", "default": "many"]])
            try daemon.call("tunables.declare", ["key": "ui.radius", "spec": ["type": "number", "default": 5]])
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let number = Tunable("n", default: 3, on: tuner)
            let radius = Tunable("ui.radius", default: 5.0, in: 0...40, on: tuner)
            let refused = ["]: n: the declaration was refused: ", "]: ui.radius: the declaration was refused: "]
            let type = "the program's type: it is a string, expected Int"
            let mismatch = "]: n: the value \"many\" does not fit \(type)"
            let excess = "]: ui.radius: the value 300 is outside of the program's limits, and the program uses 40.0"
            try Self.waitUntilPrinted(refused + [mismatch], daemon)
            try daemon.set("ui.radius", 300)
            try Self.waitUntilPrinted(refused + [mismatch, excess], daemon)
            try daemon.set("ui.radius", 30)
            try Self.waitUntilPrinted(refused + [mismatch], daemon)
            try daemon.set("ui.radius", 300)
            try daemon.kill()
            daemon = try RunningDaemon(in: daemon.directory)
            try Self.waitUntilPrinted(refused + [mismatch, excess], daemon)
            #expect(number.value == 3 && radius.value == 40)
            await tuner.close()
            #expect(try eventually { try Self.printedFaults(daemon).isEmpty })
        }

        @Test func `a report has eight faults, is sent once, and is sent again on another connection`() async throws {
            let keys = (0..<20).map { "n\($0)" }
            let values = JSON.object(JSONObject(keys.map { ($0, 99) }))
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                case "tunables.subscribe": .result(ScriptedDaemon.subscribed(values))
                case "server.report" where request.connection < 3: .end
                default: nil
                }
            }
            let tuner = Tuner(Faults().options(socket: running.socket))
            let numbers = keys.map { Tunable($0, default: 0, in: 0...9, on: tuner) }
            try await running.daemon.wait { daemon in
                daemon.requests.contains { $0.method == "server.report" && $0.connection == 3 }
            }
            await #expect(throws: TunerError.self) { try await numbers[0].set(99) }
            let fault = "the value 99 is outside of the program's limits, and the program uses 9"
            let faults = JSON.array(keys.prefix(8).map { ["key": .string($0), "message": .string(fault)] })
            let reports = running.daemon.requests.filter { $0.method == "server.report" }
            #expect(reports.map(\.params) == Array(repeating: ["faults": faults], count: 3))
        }
    }
}
