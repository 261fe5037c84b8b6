/// Ends the process of an exit test that must succeed; unlike `precondition` it takes what may throw.
package func demand(_ condition: Bool, line: UInt = #line) {
    precondition(condition, line: line)
}
