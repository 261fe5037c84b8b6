import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    /// Tests of tunables that a program declares after the connection is complete.
    @Suite(.timeLimit(.minutes(5))) struct LateTunableTests {
        private func declare(_ numbers: Range<Int>, on tuner: Tuner) -> [Tunable<Int>] {
            numbers.map { Tunable("late.k\($0)", default: $0, on: tuner) }
        }

        @Test func `a late tunable costs two short requests in a program with 10,000 others`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.subscribe", request.params["extends"] != nil else { return nil }
                return .result(ScriptedDaemon.subscribed(["late": 7]))
            }
            let tuner = Tuner(Faults().options(socket: running.socket))
            let others = declare(0..<10_000, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let count = running.daemon.requests.count
            let late = Tunable("late", default: 1, on: tuner)
            try await late.wait(until: 7)
            // The client also reports which revision it has applied.
            let requests = running.daemon.requests[count...].filter { $0.method != "tunables.applied" }
            #expect(requests.map(\.method) == ["tunables.declare", "tunables.subscribe"])
            #expect(requests.last?.params == ["keys": ["late"], "initial": true, "extends": "t1"])
            let bytes = try requests.map { try $0.params.written().utf8.count }
            #expect(bytes.reduce(0, +) < 300)
            #expect(others.last?.value == 9_999)
        }

        @Test func `late tunables follow the daemon, also after its restart`() async throws {
            var daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let first = declare(0..<300, on: tuner)
            try await tuner.waitUntilAllIsKnown(by: daemon)
            try daemon.set("late.k300", -1)
            let late = declare(300..<320, on: tuner)
            try await late[0].wait(until: -1)
            try await tuner.ready(timeout: .seconds(60))
            try daemon.call("tunables.update", ["values": ["late.k5": -5, "late.k310": -6]])
            try await late[10].wait(until: -6)
            #expect(first[5].value == -5)
            #expect(try daemon.call("server.info")["subscriptions"] == 1)
            try daemon.kill()
            try await tuner.waitUntilLost()
            daemon = try RunningDaemon(in: daemon.directory)
            try daemon.set("late.k311", -7)
            try await late[11].wait(until: -7)
            #expect(late[10].value == -6 && first[5].value == -5)
        }

        @Test func `a program reads the value that it writes to a late tunable`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            try await tuner.waitUntilAllIsKnown(by: daemon)
            for number in 0..<40 {
                let late = Tunable("written.k\(number)", default: 0, on: tuner)
                if number.isMultiple(of: 2) { await Task.yield() }
                try await late.set(number + 1)
                #expect(late.value == number + 1)
            }
        }

        @Test func `an older daemon receives a subscription to all keys`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.subscribe" else { return nil }
                if request.params["extends"] != nil {
                    let data: JSON = ["kind": "invalidParams", "parameter": "extends"]
                    return .refusal(["code": -32_602, "message": "there is no parameter extends", "data": data])
                }
                let isWhole = "\(request.params)".contains("\"late\"")
                return .result(ScriptedDaemon.subscribed(isWhole ? ["late": 7, "late.k0": 8] : [:]))
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let others = declare(0..<3, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            try await Tunable("late", default: 1, on: tuner).wait(until: 7)
            #expect(others.map(\.value) == [8, 1, 2] && faults.all.isEmpty)
            try await Tunable("late.k0", default: 0, on: tuner).wait(until: 8)
            _ = Tunable("later", default: 1, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(running.daemon.requests.count { $0.params["extends"] != nil } == 1)
        }
    }
}
