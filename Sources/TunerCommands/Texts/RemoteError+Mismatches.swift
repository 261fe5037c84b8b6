import JSONCore
import RPCCore
import TunerAPI

extension RemoteError {
    /// The keys whose values have the wrong type.
    var mismatchedKeys: [String] {
        (data["faults"]?.elements ?? [data]).compactMap(\.mismatchedKey)
    }
}

extension JSON {
    fileprivate var mismatchedKey: String? {
        self["kind"]?.text == ErrorKind.typeMismatch.rawValue ? self["key"]?.text : nil
    }
}
