import JSONCore
import Synchronization
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct StructureTests {
        private enum Kind: String, Codable, CaseIterable { case calm, gusty }

        private struct Point: Codable, Equatable {
            var x = 1.0
            var level: UInt8 = 2
        }

        private struct Wind: Codable, Equatable {
            var position = Point()
            var kind = Kind.calm
            var pause = Duration.seconds(2)
            var note: String? = "none"
            var end: Double?
        }

        private enum Shape: Codable, Equatable {
            case circle(radius: Double)
            case square(side: Double)
        }

        @Test func `a structure is declared with the types of its members, and the names of those that it needs`()
            async throws
        {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let wind = Tunable("t.wind", default: Wind(), on: tuner)
            try await tuner.waitUntilConnected()
            try await tuner.waitUntilAllIsKnown(by: daemon)
            let spec = try daemon.call("tunables.describe", ["key": "t.wind"])["spec"]
            #expect(
                spec?["properties"] == [
                    "position": [
                        "type": "object",
                        "properties": [
                            "x": ["type": "number"], "level": ["type": "integer", "minimum": 0, "maximum": 255],
                        ],
                        "required": ["x", "level"],
                    ],
                    "kind": ["type": "string", "enum": ["calm", "gusty"]],
                    "pause": ["type": "number", "unit": "s"], "end": ["type": "number"],
                ]
            )
            #expect(spec?["required"] == ["position", "kind", "pause"])
            // Nil is left out, so the declaration names the member.
            try daemon.set("t.wind.end", 4)
            #expect(throws: (any Error).self) { try daemon.set("t.wind.end", "soon") }
            #expect(try await wind.details.value.end == 4)
            let full: JSON = ["position": ["x": "3", "level": 1], "kind": "calm", "pause": 1]
            #expect(throws: (any Error).self) { try daemon.set("t.wind", full) }
            #expect(throws: (any Error).self) { try daemon.set("t.wind", ["kind": "calm"]) }
            try await wind.set(Wind(position: Point(x: 3, level: 1), kind: .gusty, note: nil, end: 9))
            #expect(wind.value.end == 9)
            #expect(faults.all.isEmpty)
        }

        /// An amount that is a number or a word in JSON.
        private enum Amount: Codable, Equatable {
            case number(Double)
            case unlimited

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(Double.self)).map { .number($0) } ?? .unlimited
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .number(let number): try container.encode(number)
                case .unlimited: try container.encode("unlimited")
                }
            }
        }

        private struct Loose: Codable, Equatable {
            var note: String? = "none"
            var value: TunerValue = 1.5
            var amount = Amount.number(1)
            var amounts = [Amount.number(1)]
            var shape = Shape.circle(radius: 1)
            var kinds = [Kind.calm]
            var sizes: [String: Double] = [:]
        }

        @Test func `a structure can have every value that the program can decode`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let loose = Tunable("t.loose", default: Loose(), on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            try daemon.set(
                "t.loose",
                [
                    "note": nil, "value": "text", "amount": "unlimited", "amounts": ["unlimited", 2],
                    "shape": ["square": ["side": 1]], "kinds": ["gusty"], "sizes": ["a": 1],
                ]
            )
            let read = Loose(
                note: nil,
                value: "text",
                amount: .unlimited,
                amounts: [.unlimited, .number(2)],
                shape: .square(side: 1),
                kinds: [.gusty],
                sizes: ["a": 1]
            )
            try await loose.wait(until: read)
            try await loose.set(Loose(value: nil, amount: .unlimited))
            #expect(loose.value == Loose(value: nil, amount: .unlimited))
            #expect(throws: (any Error).self) { try daemon.set("t.loose", ["value": 1]) }
            #expect(faults.all.isEmpty)
        }

        /// A structure that counts how often it is decoded.
        private struct Counted: Codable {
            static let count = Atomic<Int>(0)
            var x = 1.0
            var y = 2.0

            init() {}

            init(from decoder: any Decoder) throws {
                Counted.count.add(1, ordering: .relaxed)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                x = try container.decode(Double.self, forKey: .x)
                y = try container.decode(Double.self, forKey: .y)
            }

            private enum CodingKeys: CodingKey { case x, y }
        }

        @Test func `another declaration of a structure decodes nothing`() {
            let tuner = Tuner.preview()
            _ = Tunable("t.counted", default: Counted(), on: tuner)
            let first = Counted.count.load(ordering: .relaxed)
            #expect(first > 0)
            for _ in 0..<10 { _ = Tunable("t.counted", default: Counted(), on: tuner) }
            #expect(Counted.count.load(ordering: .relaxed) == first)
        }

        @Test func `an enumeration with associated values can change its case`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let shape = Tunable("t.shape", default: Shape.circle(radius: 1), on: tuner)
            try await tuner.waitUntilConnected()
            try await shape.set(.square(side: 2))
            try await shape.wait(until: .square(side: 2))
            #expect(faults.all.isEmpty)
        }
    }
}
