import SystemCore
import TestSupport
import Testing

/// How many descriptors the tests may open.
enum Descriptors {
    private static let most = (try? Kernel.raiseDescriptorLimit()) ?? 0

    /// Whether there is room for so many, and for what else goes on; in continuous integration there must be.
    static func needs(_ count: Int) -> ConditionTrait {
        .enabled(
            if: most > count + 200 || Demands.areStrict,
            "this process may open \(most) descriptors, too few for \(count)"
        )
    }
}
