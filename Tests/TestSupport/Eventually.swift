import SystemCore

/// Checks a condition repeatedly until it is true; returns `false` if the time limit passes first.
///
/// Tests pause only here. The pause determines how soon the next check happens, never its result.
package func eventually(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) throws -> Bool {
    let deadline = Kernel.monotonicTime() + limit
    while try !condition() {
        guard Kernel.monotonicTime() < deadline else { return false }
        try Kernel.sleep(for: .milliseconds(2))
    }
    return true
}
