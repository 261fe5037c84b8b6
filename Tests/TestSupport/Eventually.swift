import SystemCore

/// Looks at a condition again and again until it holds; returns whether it does within the limit.
///
/// The only pause of a test's own: it decides how soon the next look comes, and never what is found.
package func eventually(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) throws -> Bool {
    let deadline = Kernel.monotonicTime() + limit
    while try !condition() {
        guard Kernel.monotonicTime() < deadline else { return false }
        try Kernel.sleep(for: .milliseconds(2))
    }
    return true
}
