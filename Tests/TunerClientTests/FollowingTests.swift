import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct FollowingTests {
        private enum Mode: String, Codable, CaseIterable { case light, dark }

        private struct Point: Codable, Equatable {
            var x = 1.5
            var y = 2
            var names: [String] = ["a"]
            var parent: String?
        }

        @Test func `without a daemon, tunables and flags return their defaults`() async throws {
            let directory = try TemporaryDirectory()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: RunningDaemon.socket(in: directory)))
            let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
            let dark = Flag("ui.DarkMode", default: true, on: tuner)
            try await tuner.waitUntilLost()
            #expect(radius.value == 12)
            #expect(dark.value)
            await #expect(throws: TunerError.notConnected) { try await radius.set(13) }
            #expect(radius.value == 12)
            #expect(faults.all.isEmpty)
        }

        @Test func `the client declares each tunable with all its attributes`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable(
                "ui.radius",
                default: 12.0,
                in: 0...40,
                step: 0.5,
                group: "Shape",
                unit: "pt",
                description: "How round",
                on: tuner
            )
            let mode = Tunable("ui.mode", default: Mode.dark, on: tuner)
            let sizes = Tunable("ui.sizes", default: [1, 2], on: tuner)
            let point = Tunable("ui.point", default: Point(), on: tuner)
            let small = Tunable("ui.small", default: UInt8(7), on: tuner)
            let accent = Tunable("ui.accent", default: "#40E0D0", format: .color, on: tuner)
            try await tuner.waitUntilAllIsKnown(by: daemon)
            let specs = try daemon.call("tunables.export")["specs"]
            #expect(
                specs?["ui.radius"] == [
                    "type": "number", "description": "How round", "default": 12.0, "minimum": 0.0, "maximum": 40.0,
                    "step": 0.5, "unit": "pt", "group": "Shape",
                ]
            )
            #expect(specs?["ui.mode"] == ["type": "string", "default": "dark", "enum": ["light", "dark"]])
            #expect(specs?["ui.sizes"] == ["type": "array", "default": [1, 2], "items": ["type": "integer"]])
            #expect(
                specs?["ui.point"] == [
                    "type": "object", "default": ["x": 1.5, "y": 2, "names": ["a"]],
                    "properties": [
                        "x": ["type": "number"], "y": ["type": "integer"],
                        "names": ["type": "array", "items": ["type": "string"]], "parent": ["type": "string"],
                    ],
                    "required": ["x", "y", "names"],
                ]
            )
            #expect(specs?["ui.small"] == ["type": "integer", "default": 7, "minimum": 0, "maximum": 255])
            #expect(specs?["ui.accent"] == ["type": "string", "default": "#40E0D0", "format": "color"])
            try daemon.call(
                "tunables.update",
                [
                    "values": [
                        "ui.radius": 18, "ui.mode": "light", "ui.sizes": [3], "ui.small": 9, "ui.accent": "#000000",
                        "ui.point": ["x": 2, "y": 3, "names": [], "parent": "p"],
                    ]
                ]
            )
            try await radius.wait(until: 18)
            #expect(mode.value == .light)
            #expect(sizes.value == [3])
            #expect(small.value == 9)
            #expect(accent.value == "#000000")
            #expect(point.value == Point(x: 2, y: 3, names: [], parent: "p"))
        }

        @Test func `the client subscribes to a tunable declared later`() async throws {
            let daemon = try RunningDaemon()
            try daemon.set("ui.later", 5)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let first = Tunable("ui.first", default: 1, on: tuner)
            try await tuner.waitUntilConnected()
            let later = Tunable("ui.later", default: 2, on: tuner)
            #expect(later.value == 2)
            try await later.wait(until: 5)
            try daemon.set("ui.first", 3)
            try await first.wait(until: 3)
            try daemon.call("tunables.reset", ["key": "ui.later"])
            try await later.wait(until: 2)
        }

        @Test func `a flag returns the value evaluated in its context`() async throws {
            let daemon = try RunningDaemon()
            let flags: JSON = [
                "new": [
                    "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
                    "targeting": ["if": [["==": [["var": "plan"], "pro"]], "on", "off"]],
                ]
            ]
            try daemon.call("flags.define", ["flags": flags])
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let plain = Flag("new", default: false, on: tuner)
            let pro = Flag("new", default: false, context: ["plan": "pro"], on: tuner)
            let dark = Flag("ui.DarkMode", default: false, on: tuner)
            let mine = Flag("no.such", default: "mine", on: tuner)
            try await pro.wait(until: true)
            #expect(!plain.value)
            try daemon.call("flags.set", ["key": "ui.DarkMode", "value": true])
            try await dark.wait(until: true)
            try daemon.call("flags.killSwitch", ["on": true, "match": "new"])
            try await pro.wait(until: false)
            #expect(mine.value == "mine")
            #expect(try daemon.call("flags.evaluate", ["key": "no.such"])["value"] == "mine")
            try await dark.set(false)
            #expect(!dark.value)
            try await dark.reset()
            #expect(!dark.value)
        }

        @Test func `a value of another type is reported, and the tunable keeps its value`() async throws {
            let daemon = try RunningDaemon()
            try daemon.call("tunables.declare", ["key": "n", "spec": ["type": "string", "default": "many"]])
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let number = Tunable("n", default: 3, on: tuner)
            try await tuner.waitUntilAllIsKnown(by: daemon)
            #expect(number.value == 3)
            try await faults.wait(for: 2)
            #expect(
                faults.all.contains {
                    if case .undecodable("n", "many", _) = $0 { true } else { false }
                }
            )
            #expect(
                faults.all.contains {
                    if case .declarationRefused("n", let refusal) = $0 {
                        refusal.kind == .declarationConflict
                    } else {
                        false
                    }
                }
            )
        }

        @Test func `a rejected declaration does not affect the other declarations`() async throws {
            let daemon = try RunningDaemon()
            let other = try daemon.client()
            _ = try other.call("session.hello", ["client": "other"], within: .seconds(60))
            for key in ["clash.a", "clash.b"] {
                _ = try other.call(
                    "tunables.declare",
                    ["key": .string(key), "spec": ["type": "integer", "default": 1, "maximum": 5]],
                    within: .seconds(60)
                )
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let clashing = Tunable("clash.a", default: 1, on: tuner)
            _ = Tunable("clash.b", default: 1, on: tuner)
            _ = Tunable("not a key", default: 1, on: tuner)
            _ = Tunable("nothing", default: TunerValue?.none, on: tuner)
            let good = Tunable("good", default: 1, in: 0...9, on: tuner)
            _ = Tunable("good", default: 2, in: 0...9, on: tuner)
            let again = Tunable("good", default: 1, in: 0...9, on: tuner)
            try await tuner.waitUntilConnected()
            try daemon.set("good", 4)
            try await good.wait(until: 4)
            #expect(again.value == 4)
            try daemon.set("clash.a", 3)
            try await clashing.wait(until: 3)
            try await faults.wait(for: 5)
            let kinds = faults.all.map { fault in
                switch fault {
                case .declarationRefused(let key, _): "refused \(key)"
                case .undeclarable(let key, _): "undeclarable \(key)"
                case .declaredTwice(let key): "twice \(key)"
                default: "\(fault)"
                }
            }
            #expect(
                kinds.sorted() == [
                    "refused clash.a", "refused clash.b", "twice good", "undeclarable not a key",
                    "undeclarable nothing",
                ]
            )
            await #expect(throws: TunerError.self) { try await good.set(99) }
        }

        @Test func `a flag context without a JSON form is reported, and other keys are followed`() async throws {
            let daemon = try RunningDaemon()
            try daemon.set("n", 5)
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let flag = Flag("f", default: "mine", context: ["weight": Double.infinity], on: tuner)
            try await Tunable("n", default: 1, on: tuner).wait(until: 5)
            #expect(flag.value == "mine")
            #expect(
                faults.all == [.undeclarable(key: "f", reason: "its context has a number that JSON cannot have")]
            )
        }
    }
}
