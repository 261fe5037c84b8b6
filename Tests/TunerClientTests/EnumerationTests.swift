import Testing
import TunerClient

@Suite struct EnumerationTests {
    private enum Level: Codable, CaseIterable { case easy, hard }
    private enum Shape: Codable {
        case circle(radius: Double)
        case point
    }
    private struct Round: Codable, Equatable {
        var level = Level.easy
        var levels = [Level.hard]
        var last: Level? = .easy
    }

    @Test func `a case without a raw value has its name, and also decodes as Swift encodes it`() throws {
        #expect(try TunerValue(encoding: Level.easy) == "easy")
        #expect(try ("hard" as TunerValue).decoded(as: Level.self) == .hard)
        #expect(try (["hard": [:]] as TunerValue).decoded(as: Level.self) == .hard)
        #expect(throws: DecodingError.self) { try ("medium" as TunerValue).decoded(as: Level.self) }
        let round = try TunerValue(encoding: Round())
        #expect(round == ["level": "easy", "levels": ["hard"], "last": "easy"])
        #expect(try round.decoded(as: Round.self) == Round())
    }

    @Test func `a case of an enumeration that does not list its cases is an object`() throws {
        #expect(try TunerValue(encoding: Shape.point) == ["point": [:]])
        #expect(try TunerValue(encoding: Shape.circle(radius: 1)) == ["circle": ["radius": 1.0]])
    }

    @Test func `a tunable without raw values can be set to the name of a case`() async throws {
        let tuner = Tuner.preview(values: ["game.level": "hard"])
        let level = Tunable("game.level", default: Level.easy, on: tuner)
        #expect(level.value == .hard)
        try await level.set(.easy)
        #expect(try await tuner.value(of: "game.level") == "easy")
        tuner.simulate(values: ["game.level": "hard"])
        #expect(level.value == .hard)
    }
}
