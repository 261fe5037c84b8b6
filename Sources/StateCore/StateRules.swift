import JSONCore
import TunableEngine

/// What the daemon was told to allow; the same for the life of a process.
package struct StateRules: Equatable, Sendable {
    /// Whether keys that nobody declared are refused.
    package var isStrict = false
    /// How much history is kept.
    package var history = History.Limits()
    /// How much there may be.
    package var limits = Limits()

    /// How much there may be; what is there already stays when a limit falls.
    package struct Limits: Equatable, Sendable {
        /// Bytes of a key.
        package var keyBytes = Key.defaultLimit
        /// Bytes of a value as JSON.
        package var valueBytes = 1 << 20
        /// Arrays and objects inside each other in a value.
        package var valueDepth = JSON.defaultDepthLimit - 8
        /// Keys.
        package var keys = 4_000_000
        /// Layers, presets among them.
        package var layers = 1_024
        /// Worlds at a time.
        package var worlds = 1_024
        /// Patterns of the kill switch.
        package var killSwitchPatterns = 1_024
        /// Bytes of those patterns and of their reasons.
        package var killSwitchBytes = 64 << 10

        /// The defaults.
        package init() {}
    }

    /// The defaults.
    package init() {}
}
