/// The way in which a process has ended.
package enum ProcessEnd: Hashable, Sendable {
    case exited(Int32)
    case killed(Signal)
}
