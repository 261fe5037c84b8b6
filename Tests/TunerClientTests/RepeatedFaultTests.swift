import JSONCore
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct RepeatedFaultTests {
        @Test func `a fault that each connection finds again is reported once`() async throws {
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                case "tunables.declare":
                    let data: JSON = ["kind": "declarationConflict", "key": "n"]
                    return .refusal(["code": -32_012, "message": "n is declared differently", "data": data])
                case "flags.subscribe":
                    let flag: JSON = [
                        "key": "beta", "reason": "ERROR", "errorCode": "PARSE_ERROR", "errorMessage": "it is empty",
                    ]
                    return .result(["subscription": "f1", "epoch": "e", "revision": 1, "flags": [flag]])
                case "tunables.set": return .end
                default: return nil
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let number = Tunable("n", default: 1, on: tuner)
            let flag = Flag("beta", default: false, on: tuner)
            for connection in 1...3 {
                try await running.daemon.wait { $0.connections == connection }
                try await tuner.waitUntilConnected()
                await #expect(throws: TunerError.outcomeUnknown) { try await number.set(2) }
                try await running.daemon.wait { $0.connections == connection + 1 }
            }
            #expect(number.value == 1 && !flag.value)
            let sentences = faults.all.map { "\($0)" }
            #expect(
                sentences == [
                    "a declaration was refused: n is declared differently",
                    "the flag beta has its default value: it is empty (PARSE_ERROR)",
                ]
            )
        }
    }
}
