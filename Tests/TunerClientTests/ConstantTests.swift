import Testing
import TunerClient

@Suite struct ConstantTests {
    private enum Game {
        static let tuner = Tuner.preview(values: ["game.gravity": 1.6])
        static let gravity = Tunable("game.gravity", 9.8, on: tuner)
        static let lives = Tunable("game.lives", 3, in: 1..., on: tuner)
        static let name = Tunable("game.name", "Ada", tags: ["text"], on: tuner)
    }

    @Test func `a static constant is a tunable with its default after the key`() async throws {
        #expect(Game.gravity.value == 1.6)
        #expect(Game.lives.value == 3)
        #expect(Game.name.value == "Ada")
        await #expect(throws: TunerError.self) { try await Game.lives.set(0) }
        try await Game.lives.set(9)
        #expect(Game.lives.value == 9)
    }
}
