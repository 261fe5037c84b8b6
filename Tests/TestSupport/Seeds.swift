import SystemCore

/// Twenty fixed seeds and a random one, or only the seed in `TEST_SEED`.
///
/// Under a sanitizer there are four fixed seeds: a test takes ten times as long there, and a wrong use of memory seldom
/// depends on the seed. A failing test prints its seed. Set `TEST_SEED` to repeat the failure.
package enum Seeds {
    package static let all: [UInt64] = {
        if let text = Kernel.environment("TEST_SEED"), let seed = UInt64(text) {
            return [seed]
        }
        return Array(1...(Demands.areSanitized ? 4 : 20)) + [.random(in: 21 ... .max)]
    }()
}
