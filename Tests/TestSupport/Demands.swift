import SystemCore

/// What the surroundings ask of the tests.
package enum Demands {
    /// Whether what a test needs from its surroundings must be there.
    package static let areStrict = Kernel.environment("CI") == "true"

    /// Whether a sanitizer is built in, so that memory and calls are not what they are without.
    package static let areSanitized = Kernel.environment("TUNER_SANITIZED") != nil
}
