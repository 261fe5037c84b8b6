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
            : "it is taken back, but may be there again after a crash before the disk takes writes again"
        self.init(ErrorKind.storage, "\(error); \(outcome)", facts: ["certain": .boolean(isCertain)])
    }
}
