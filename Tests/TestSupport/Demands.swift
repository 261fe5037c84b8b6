import SystemCore

/// Facts about the environment in which the tests run.
package enum Demands {
    /// Whether missing programs or data fail a test instead of skipping it, as in continuous integration.
    package static let areStrict = Kernel.environment("CI") == "true"

    /// Whether the tests run with a sanitizer, which changes the use of memory and the number of system calls.
    package static let areSanitized = Kernel.environment("TUNER_SANITIZED") != nil

    /// Returns the path of a program in a directory of `PATH`; nil if there is none.
    package static func path(of program: String) -> String? {
        let directories = (Kernel.environment("PATH") ?? "").split(separator: ":")
        return directories.map { "\($0)/\(program)" }.first(where: Kernel.isProgram)
    }
}
