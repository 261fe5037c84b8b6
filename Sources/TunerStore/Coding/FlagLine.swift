import FlagEngine
import JSONCore
import StateCore

/// A flag in a snapshot: its local definition and its override.
struct FlagLine: JSONRecord {
    package static let fields = JSONFieldTable<FlagLine>([
        .required("flag", \.flag, "Its key."),
        .optional("definition", \.definition, "What it was defined to be."),
        .optional("forced", \.forced, "What it is forced to be."),
    ])

    var flag: String = ""
    var definition: JSONObject?
    var forced: ForcedLine?

    package init() {}
}

extension FlagLine {
    /// Creates the line for a flag, or nil if the flag has neither a local definition nor an override.
    init?(_ key: Span<UInt8>, _ flag: StoredFlag) {
        guard flag.local != nil || flag.forced != nil else { return nil }
        self.init()
        self.flag = FlagKey(known: key).text
        definition = flag.local?.definition
        forced = flag.forced.map { ForcedLine($0) }
    }

    /// Returns what is stored for the flag.
    func parts(of key: FlagKey) throws(CodingFault) -> FlagParts {
        let local = try definition.map { (definition) throws(CodingFault) in
            try FlagDefinition.stored(definition, of: key)
        }
        return FlagParts(local: local, forced: forced?.forced)
    }
}
