import JSONCore
import SyncEngine
import Testing

struct FleetKeysTests {
    private let keys = FleetKeys(prefix: "/tuner/fleet/")

    @Test func `a key is below the prefix, and can be read again`() {
        let report = FleetReport(layer: "team:a", rollout: "scale-8", stage: 2, state: .applied, time: 0)
        let cases: [(String, String, FleetKeys.Subject)] = [
            (keys.alive("m"), "alive/m", .alive(machine: "m")),
            (keys.machine("m"), "machines/m", .machine("m")),
            (
                keys.report(report, of: "m"), "rollouts/team:a/scale-8/applied/2/m",
                .report(layer: "team:a", rollout: "scale-8", state: .applied, stage: 2, machine: "m")
            ),
        ]
        for (key, name, subject) in cases {
            #expect(key == "/tuner/fleet/\(name)")
            #expect(keys.subject(of: key) == subject)
        }
    }

    @Test func `a slash in the name of a rollout is no slash of the key`() {
        let report = FleetReport(layer: "a", rollout: "x/y %ü", stage: 1, state: .trying, time: 0)
        let key = keys.report(report, of: "m")
        #expect(key == "/tuner/fleet/rollouts/a/x%2Fy%20%25ü/trying/1/m")
        #expect(
            keys.subject(of: key)
                == .report(layer: "a", rollout: "x/y %ü", state: .trying, stage: 1, machine: "m")
        )
    }

    @Test(
        arguments: [
            "", "/tuner/fleet/", "/other/alive/m", "/tuner/fleet/alive", "/tuner/fleet/alive/m/n",
            "/tuner/fleet/rollouts/a/r/done/1/m", "/tuner/fleet/rollouts/a/r/trying/one/m",
            "/tuner/fleet/rollouts/a/r/trying/1", "/tuner/fleet/alive/%2", "/tuner/fleet/alive/%zz",
        ]
    ) func `another key is none of the fleet`(_ key: String) { #expect(keys.subject(of: key) == nil) }

    @Test func `the value of a machine has its labels and its reports`() throws {
        let reports = [
            FleetReport(
                layer: "a",
                rollout: "r",
                stage: 2,
                state: .reverted,
                version: "8",
                time: 1_700_000_000_123,
                reason: "exit code 1"
            ), FleetReport(layer: "b", rollout: "q", stage: 1, state: .trying, time: 0),
        ]
        let machine = FleetMachine(labels: ["gpu": true], versions: ["a": "7"], reports: reports)
        #expect(
            machine.text == """
                {"labels":{"gpu":true},"versions":{"a":"7"},"layers":{"a":{"rollout":"r","stage":2,"state":"reverted","version":"8",\
                "time":"2023-11-14T22:13:20.123Z","reason":"exit code 1"},"b":{"rollout":"q","stage":1,"state":"trying",\
                "time":"1970-01-01T00:00:00.000Z"}}}
                """
        )
        #expect(FleetMachine(Array(machine.text.utf8)) == machine)
        #expect(
            reports[0].text == #"{"version":"8","time":"2023-11-14T22:13:20.123Z","reason":"exit code 1"}"#
        )
    }

    @Test func `a value that is not one of a machine is read as far as possible`() {
        #expect(FleetMachine(Array("[".utf8)) == nil)
        let text = #"{"layers":{"a":7,"b":{"rollout":"r","state":"nosuch"},"c":{"rollout":"r","state":"failed"}}}"#
        #expect(FleetMachine(Array(text.utf8))?.reports.map(\.layer) == ["c"])
    }
}
