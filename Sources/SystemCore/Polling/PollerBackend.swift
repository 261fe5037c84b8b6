/// An implementation of ``Poller`` with one system call.
///
/// A descriptor must stay open as long as it is in the backend.
protocol PollerBackend: AnyObject {
    func add(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError)
    func modify(_ raw: Int32, token: UInt64, interest: Interest) throws(SystemError)
    func remove(_ raw: Int32) throws(SystemError)
    /// Appends the descriptors that are ready; appends nothing after the timeout or a signal.
    func wait(_ timeout: PollTimeout, into events: inout [PollerEvent]) throws(SystemError)
}
