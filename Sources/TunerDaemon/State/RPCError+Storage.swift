import JSONCore
import RPCCore
import TunerAPI
import TunerStore

extension RPCError {
    /// Creates the error for a change that the store could not write.
    ///
    /// `isCertain` is false if the change may reappear after a crash.
    init(_ error: StoreError, isCertain: Bool) {
        let outcome =
            isCertain
            ? "nothing was changed"
            : "the change was reverted, but may reappear if the daemon crashes before writes succeed again"
        self.init(ErrorKind.storage, "\(error); \(outcome)", facts: ["certain": .boolean(isCertain)])
    }
}
