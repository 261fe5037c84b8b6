import SystemCore
import TestSupport
import Testing

/// The limit on the number of descriptors that tests may open.
enum Descriptors {
    private static let most = (try? Kernel.raiseDescriptorLimit()) ?? 0

    /// Returns a condition that enables a test if `count` descriptors and some more are available.
    ///
    /// In continuous integration, the test always runs.
    static func needs(_ count: Int) -> ConditionTrait {
        .enabled(
            if: most > count + 200 || Demands.areStrict,
            "this process may open \(most) descriptors, too few for \(count)"
        )
    }
}
