import SystemCore

/// Work that tunerctl does while a program runs.
protocol Companion: AnyObject {
    /// The time of the next work; nil if nothing is left.
    var deadline: MonotonicTime? { get }

    /// Whether the work has failed, so that the program is to end.
    var hasFailed: Bool { get }

    /// Does the work that is due.
    func advance()
}
