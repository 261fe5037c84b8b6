import JSONCore
import StateCore
import TunableEngine

/// A tunable in a snapshot.
///
/// The effective value is not stored: it is computed again when the snapshot is read.
struct TunableLine: JSONRecord {
    package static let fields = JSONFieldTable<TunableLine>([
        .required("key", \.key, "The key."),
        .optional("value", \.value, "The local value."),
        .defaulted("revision", \.revision, "The commit that last changed its effective value."),
        .optional("end", \.end, "The time when the local value ends, in milliseconds since 1970."),
        .optional("before", \.before, "The local value after that time; absent if there is none."),
        .optional("try", \.tryID, "The pending try that the value belongs to."),
        .optional("spec", \.spec, "The spec."),
        .optional("declaredBy", \.declaredBy, "The client that made the declaration."),
    ])

    var key: String = ""
    var value: JSON?
    var revision: Int64 = 0
    var end: Int64?
    var before: JSON?
    var tryID: Int64?
    var spec: JSONObject?
    var declaredBy: DeclarerLine?

    package init() {}
}

extension TunableLine {
    /// Creates the line for a tunable.
    init(_ key: Span<UInt8>, _ tunable: StoredTunable) {
        self.init()
        self.key = Key(known: key).text
        revision = tunable.revision
        if let local = tunable.local {
            value = local.value
            (end, before, tryID) = (local.storedEnd, local.storedBefore, local.storedTry)
        }
        if let declaration = tunable.declaration, !BuiltInTunables.contains(key) {
            spec = declaration.spec.definition
            declaredBy = DeclarerLine(declaration.actor, isNamed: declaration.isNamed)
        }
    }

    /// The value that was set for everybody, outside layers and worlds.
    var local: LocalValue? {
        value.map { LocalValue(stored: $0, end: end, before: before, tryID: tryID) }
    }

    /// Returns the declaration, or nil if the tunable is not declared.
    func declaration() throws(CodingFault) -> TunableDeclaration? {
        guard let spec else { return nil }
        guard let declaredBy else { throw .incomplete("spec") }
        return try TunableDeclaration(stored: spec, by: declaredBy)
    }
}
