import SystemCore

/// Some fixed seeds and a fresh one; a failing test names its seed, and `TEST_SEED` in the environment replays it.
package enum Seeds {
    package static let all: [UInt64] = {
        if let text = Kernel.environment("TEST_SEED"), let seed = UInt64(text) {
            return [seed]
        }
        return Array(1...20) + [.random(in: 21 ... .max)]
    }()
}
