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
                    "pause": ["type": "number", "unit": "s"], "note": ["type": "string"], "end": ["type": "number"],
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

        private struct Gust: Codable, Equatable {
            var limit: Double
            var names: [String]
            var level: UInt8
            var isOn: Bool
            var kind: Kind
            var note: String?
            var inner: Point?
        }

        private struct Weather: Codable, Equatable {
            var text: String? = "fine"
            var point: Point? = Point()
            var gust: Gust?
            var sizes: [String: Double]?
            var shape: Shape?
        }

        private static let pointSchema: JSON = [
            "type": "object",
            "properties": ["x": ["type": "number"], "level": ["type": "integer", "minimum": 0, "maximum": 255]],
            "required": ["x", "level"],
        ]

        private static let weatherProperties: JSON = [
            "text": ["type": "string"], "point": pointSchema,
            "gust": [
                "type": "object",
                "properties": [
                    "limit": ["type": "number"], "names": ["type": "array", "items": ["type": "string"]],
                    "level": ["type": "integer", "minimum": 0, "maximum": 255], "isOn": ["type": "boolean"],
                    "kind": ["type": "string", "enum": ["calm", "gusty"]], "note": ["type": "string"],
                    "inner": pointSchema,
                ],
                "required": ["limit", "names", "level", "isOn", "kind"],
            ],
            "sizes": ["type": "object"],
        ]

        @Test func `an optional member has its type, also a structure that is nil, and can be set by its path`()
            async throws
        {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let weather = Tunable("t.weather", default: Weather(), on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let spec = try daemon.call("tunables.describe", ["key": "t.weather"])["spec"]
            #expect(spec?["properties"] == Self.weatherProperties)
            #expect(spec?["required"] == nil)
            try daemon.set("t.weather.text", "windy")
            #expect(throws: (any Error).self) { try daemon.set("t.weather.text", 5) }
            #expect(throws: (any Error).self) { try daemon.set("t.weather.gust.limit", 5) }
            let gust: JSON = ["limit": 5, "names": [], "level": 1, "isOn": true, "kind": "calm"]
            try daemon.set("t.weather.gust", gust)
            try daemon.set("t.weather.gust.inner", ["x": 3, "level": 4])
            try daemon.set("t.weather.gust.inner.x", 2)
            try await weather.wait(
                until: Weather(
                    text: "windy",
                    gust: Gust(limit: 5, names: [], level: 1, isOn: true, kind: .calm, inner: Point(x: 2, level: 4))
                )
            )
            // The program writes nothing that the declaration refuses.
            try await weather.set(Weather(text: nil, point: nil, sizes: ["a": 1], shape: .square(side: 1)))
            #expect(weather.value.shape == .square(side: 1))
            #expect(faults.all.isEmpty)
        }

        @Test func `a structure or an array whose default is nil is declared with its type`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let point = Tunable<Point?>("t.point", default: nil, on: tuner)
            let weather = Tunable<Weather?>("t.weather", default: nil, on: tuner)
            _ = Tunable<[Int8]?>("t.array", default: nil, on: tuner)
            _ = Tunable<Shape?>("t.shape", default: nil, on: tuner)
            await #expect(throws: TunerError.self) { try await tuner.ready(timeout: .seconds(60)) }
            let specs = try daemon.call("tunables.export", ["match": "t.*"])["specs"]
            #expect(specs?["t.point"] == Self.pointSchema)
            let properties = specs?["t.weather"]?["properties"]
            #expect(properties?["gust"] == Self.weatherProperties["gust"] && properties?["point"] == Self.pointSchema)
            let bytes: JSON = ["type": "integer", "minimum": -128, "maximum": 127]
            #expect(specs?["t.array"] == ["type": "array", "items": bytes])
            #expect(weather.value == nil)
            try daemon.set("t.point", ["x": 1, "level": 2])
            try await point.wait(until: Point())
            let reason = "its default is null, so its type is unknown"
            #expect(faults.all == [.undeclarable(key: "t.shape", reason: reason)])
        }

        private struct Branch: Codable, Equatable {
            var length = 1.0
            var branches: [Branch] = []
        }

        private struct Course: Codable, Equatable {
            var points = [Point()]
            var kinds: [Kind] = []
            var rows: [[Int8]] = []
            var gaps: [Double?] = []
            var sums: [[String: Double]] = []
            var shapes: [Shape] = []
            var trees: [Branch] = []
        }

        @Test func `the elements of an array of structures have their types`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let points = Tunable("t.points", default: [Point()], on: tuner)
            let course = Tunable("t.course", default: Course(), on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let specs = try daemon.call("tunables.export", ["match": "t.*"])["specs"]
            #expect(specs?["t.points"]?["items"] == Self.pointSchema)
            let bytes: JSON = ["type": "integer", "minimum": -128, "maximum": 127]
            // A tree in a tree is not described again.
            let branch: JSON = [
                "type": "object", "properties": ["length": ["type": "number"], "branches": ["type": "array"]],
                "required": ["length", "branches"],
            ]
            #expect(
                specs?["t.course"]?["properties"] == [
                    "points": ["type": "array", "items": Self.pointSchema],
                    "kinds": ["type": "array", "items": ["type": "string", "enum": ["calm", "gusty"]]],
                    "rows": ["type": "array", "items": ["type": "array", "items": bytes]], "gaps": ["type": "array"],
                    "sums": ["type": "array", "items": ["type": "object"]], "shapes": ["type": "array"],
                    "trees": ["type": "array", "items": branch],
                ]
            )
            for wrong in [[["x": "3", "level": 1]], [["x": 3]], [5]] as [JSON] {
                #expect(throws: (any Error).self) { try daemon.set("t.points", wrong) }
                #expect(throws: (any Error).self) { try daemon.set("t.course.points", wrong) }
            }
            try daemon.set("t.course.points", [["x": 3, "level": 1], ["x": 4, "level": 1]])
            try await course.wait(until: Course(points: [Point(x: 3, level: 1), Point(x: 4, level: 1)]))
            // The program writes nothing that the declaration refuses.
            try await points.set([])
            try await course.set(
                Course(
                    points: [],
                    kinds: [.gusty],
                    rows: [[], [1]],
                    gaps: [nil, 1],
                    sums: [[:], ["a": 1]],
                    shapes: [.circle(radius: 1)],
                    trees: [Branch(length: 2, branches: [Branch()])]
                )
            )
            #expect(faults.all.isEmpty)
        }

        /// A person whose friend has the same type.
        private struct Person: Codable {
            var name: String?
            var friend: Friend?
        }

        private struct Friend: Codable {
            let people: [Person]

            init(from decoder: any Decoder) throws { people = [try Person(from: decoder)] }

            func encode(to encoder: any Encoder) throws { try people[0].encode(to: encoder) }
        }

        /// A structure with a class of which no JSON exists: it needs itself.
        private struct Ring: Codable {
            final class Link: Codable, Sendable {
                let next: Link
            }

            var size = 1
            var link: Link?
        }

        @Test func `a type inside of itself is described once`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            _ = Tunable("t.person", default: Person(), on: tuner)
            _ = Tunable("t.ring", default: Ring(), on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let specs = try daemon.call("tunables.export", ["match": "t.*"])["specs"]
            #expect(
                specs?["t.person"]?["properties"] == [
                    "name": ["type": "string"],
                    "friend": ["type": "object", "properties": ["name": ["type": "string"]]],
                ]
            )
            #expect(specs?["t.ring"]?["properties"] == ["size": ["type": "integer"]])
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
                    "value": "text", "amount": "unlimited", "amounts": ["unlimited", 2],
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
