/// Stops the process of an exit test if a condition is false; unlike `precondition`, the condition may throw.
package func demand(_ condition: Bool, line: UInt = #line) {
    precondition(condition, line: line)
}
