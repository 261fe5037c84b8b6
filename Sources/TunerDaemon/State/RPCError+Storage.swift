import JSONCore
import RPCCore
import TunerAPI
import TunerStore

extension RPCError {
    /// What was asked for could not be brought to the disk.
    init(_ error: StoreError, isCertain: Bool) {
        let outcome =
            isCertain
            ? "nothing was changed"
            : "it is taken back, but may be there again after a crash before the disk takes writes again"
        self.init(ErrorKind.storage, "\(error); \(outcome)", facts: ["certain": .boolean(isCertain)])
    }
}
