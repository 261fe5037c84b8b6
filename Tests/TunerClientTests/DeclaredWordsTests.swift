import JSONCore
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct DeclaredWordsTests {
        /// Returns the spec that the daemon stores for each key after `declare`.
        private func declaredSpecs(_ declare: (Tuner) -> Void) async throws -> JSON {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            declare(tuner)
            try await tuner.waitUntilConnected()
            try await tuner.waitUntilAllIsKnown(by: daemon)
            #expect(faults.all.isEmpty)
            return try #require(try daemon.call("tunables.export", ["match": "t.*"])["specs"])
        }

        @Test func `each kind of range becomes a minimum and a maximum`() async throws {
            let specs = try await declaredSpecs { tuner in
                _ = Tunable("t.closed", default: 1.0, in: 0...40, on: tuner)
                _ = Tunable("t.halfOpen", default: 1.0, in: 0..<40, on: tuner)
                _ = Tunable("t.from", default: 1.0, in: 0..., on: tuner)
                _ = Tunable("t.through", default: 1.0, in: ...40, on: tuner)
                _ = Tunable("t.upTo", default: 1.0, in: ..<40, on: tuner)
                _ = Tunable("t.whole", default: 1, in: 0..<40, on: tuner)
                _ = Tunable("t.byte", default: 1 as UInt8, in: ..<40, on: tuner)
            }
            let (low, high): (JSON, JSON) = (.double(0), .double(40))
            #expect(specs["t.closed"] == ["type": "number", "default": .double(1), "minimum": low, "maximum": high])
            #expect(
                specs["t.halfOpen"]
                    == ["type": "number", "default": .double(1), "minimum": low, "exclusiveMaximum": high]
            )
            #expect(specs["t.from"] == ["type": "number", "default": .double(1), "minimum": low])
            #expect(specs["t.through"] == ["type": "number", "default": .double(1), "maximum": high])
            #expect(specs["t.upTo"] == ["type": "number", "default": .double(1), "exclusiveMaximum": high])
            #expect(specs["t.whole"] == ["type": "integer", "default": 1, "minimum": 0, "maximum": 39])
            #expect(specs["t.byte"] == ["type": "integer", "default": 1, "minimum": 0, "maximum": 39])
        }

        private enum Level: Codable, CaseIterable { case easy, hard }

        @Test func `the names of cases without raw values are declared`() async throws {
            let specs = try await declaredSpecs { tuner in _ = Tunable("t.level", default: Level.easy, on: tuner) }
            #expect(specs["t.level"] == ["type": "string", "default": "easy", "enum": ["easy", "hard"]])
        }

        @Test func `an empty range of integers is a fault of the declaration`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            _ = Tunable("t.none", default: 0, in: 0..<0, on: tuner)
            try await faults.wait(for: 1)
            #expect("\(faults.all)".contains("t.none"))
        }

        @Test func `a string is declared with a pattern, a length, a unit and tags`() async throws {
            let specs = try await declaredSpecs { tuner in
                _ = Tunable("t.locale", default: "en", pattern: "^[a-z]{2}$", tags: ["text", "ui"], on: tuner)
                _ = Tunable("t.title", default: "Hello", length: 1..<41, unit: "scalars", on: tuner)
                _ = Tunable("t.note", default: "", length: ...9, on: tuner)
            }
            #expect(
                specs["t.locale"]
                    == ["type": "string", "default": "en", "pattern": "^[a-z]{2}$", "tags": ["text", "ui"]]
            )
            #expect(
                specs["t.title"]
                    == ["type": "string", "default": "Hello", "unit": "scalars", "minLength": 1, "maxLength": 40]
            )
            #expect(specs["t.note"] == ["type": "string", "default": "", "maxLength": 9])
        }

        @Test func `a scale is declared`() async throws {
            let specs = try await declaredSpecs { tuner in
                _ = Tunable("t.bytes", default: 4_096, in: 1_024...1_048_576, scale: .log, on: tuner)
                _ = Tunable("t.size", 8, in: 1...9, scale: .linear, on: tuner)
            }
            #expect(specs["t.bytes"]?["x-scale"] == "log")
            #expect(specs["t.size"]?["x-scale"] == "linear")
        }

        @Test func `a secret is declared, and faults do not have its values`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            _ = Tunable("t.token", default: "abc", isSecret: true, on: tuner)
            _ = Tunable("t.pin", 4_711, in: 0...4_000, isSecret: true, on: tuner)
            try await tuner.waitUntilConnected()
            try await faults.wait(for: 2)
            let description = try daemon.call("tunables.describe", ["key": "t.token"])
            #expect(description["secret"] == true)
            #expect(description["spec"] == ["type": "string", "default": "(secret)", "x-secret": true])
            #expect(faults.all.contains(.outOfLimits(key: "t.pin", value: "(secret)", limit: "(secret)")))
            #expect(!"\(faults.all)".contains("4711"))
        }
    }
}
