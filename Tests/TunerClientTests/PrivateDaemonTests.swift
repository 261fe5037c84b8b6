import Testing
import TunerClient
import TunerTesting

extension DaemonTests {
    /// What a test with the trait `.tuner` can reach.
    @Suite(.timeLimit(.minutes(5))) struct PrivateDaemonTests {
        private enum Rules {
            static let lives = Tunable("game.lives", 3, in: 1...9)
            static let isHard = Flag("game.isHard", default: false)
        }

        @Test(.tuner, arguments: [4, 5])
        func `a static constant belongs to the daemon of each test case`(lives: Int) async throws {
            #expect(Rules.lives.value == 3)
            #expect(Rules.isHard.unobserved == false)
            try await Rules.lives.set(lives)
            try await Rules.isHard.set(true)
            #expect(Rules.lives.value == lives)
            #expect(Rules.isHard.value)
            #expect(try await Tuner.shared.value(of: "game.lives") == lives)
            try await Tuner.shared.update { changes in try changes.set(Rules.lives, to: 9) }
            #expect(Rules.lives.unobserved == 9)
            #expect(try await Rules.lives.details.value == 9)
        }

        @Test(.tuner) func `a named tuner and new options use the daemon of the test`() async throws {
            let other = Tuner(TunerOptions(name: "other"))
            let lives = Tunable("game.lives", 3, on: other)
            try await lives.set(5)
            #expect(try await Tuner.shared.value(of: "game.lives") == 5)
            let socket = try #require(TunerOptions().socket)
            let third = try await Task.detached {
                let tuner = Tuner(TunerOptions(socket: socket))
                try await tuner.ready()
                return tuner
            }.value
            #expect(try await third.value(of: "game.lives") == 5)
            await other.close()
            await third.close()
        }

        @Test(.tuner) func `a detached task uses the daemon of the test, or none`() async throws {
            let lives = Tunable("game.lives", 3)
            try await Task.detached { try await lives.set(2) }.value
            #expect(try await Tuner.shared.value(of: "game.lives") == 2)
            await #expect(throws: TunerError.outsideTest) {
                try await Task.detached { try await Tunable("game.lives", 3).set(4) }.value
            }
            await #expect(throws: TunerError.outsideTest) {
                try await Task.detached { try await Tuner(TunerOptions(name: "other")).ready() }.value
            }
            #expect(try await Tuner.shared.value(of: "game.lives") == 2)
        }

        @Test func `a test without the trait has the defaults, and no daemon`() async throws {
            #expect(Rules.lives.value == 3)
            await #expect(throws: TunerError.outsideTest) { try await Rules.lives.set(4) }
            await #expect(throws: TunerError.outsideTest) { try await Tuner.shared.ready() }
            #expect(Rules.lives.value == 3)
        }
    }
}
