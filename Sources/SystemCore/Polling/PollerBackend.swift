/// What a kernel's way to wait must do for `Poller`.
///
/// The raw numbers stay open as long as they are in it.
protocol PollerBackend: AnyObject {
    func add(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError)
    func modify(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError)
    func remove(_ raw: Int32) throws(SystemError)
    /// Appends what is ready; nothing when the time is over or a signal came.
    func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError)
}
