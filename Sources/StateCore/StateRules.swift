import JSONCore
import TunableEngine

/// The limits and the strictness of the daemon, constant for the life of the process.
package struct StateRules: Equatable, Sendable {
    /// Whether the daemon refuses keys that are not declared.
    package var isStrict = false
    package var history = History.Limits()
    package var limits = Limits()
    /// The number of layers above which the state has an index of them.
    ///
    /// Up to this number, asking each layer for a key is as fast as the index, which needs memory for each key.
    package var fewLayers = 8

    /// The largest sizes and counts.
    ///
    /// When a limit is lowered, data that already exceeds it stays.
    package struct Limits: Equatable, Sendable {
        /// In bytes.
        package var keyBytes = Key.defaultLimit
        /// In bytes of JSON.
        package var valueBytes = 1 << 20
        /// The deepest nesting of arrays and objects in a value.
        package var valueDepth = JSON.defaultDepthLimit - 8
        package var keys = 4_000_000
        /// The most layers, including presets.
        package var layers = 1_024
        package var worlds = 1_024
        /// The most worlds that wait as proposals.
        package var proposals = 64
        package var killSwitchPatterns = 1_024
        /// The most bytes of all patterns and reasons of the kill switch together.
        package var killSwitchBytes = 64 << 10

        package init() {}
    }

    package init() {}
}
