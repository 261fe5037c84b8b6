import JSONCore
import StateCore
import TunableEngine

extension TunableLine {
    /// The tunable as it is written down.
    init(_ key: Span<UInt8>, _ tunable: Tunable) {
        self.init()
        self.key = Key(known: key).text
        revision = tunable.revision
        if let local = tunable.local {
            value = local.value
            end = local.override?.end.milliseconds
            before = local.override?.before
        }
        if let declaration = tunable.declaration, !BuiltInTunables.contains(key) {
            spec = declaration.spec.definition
            declaredBy = DeclarerLine(declaration)
        }
    }

    /// What was set for all.
    var local: LocalValue? {
        value.map { LocalValue(stored: $0, end: end, before: before) }
    }

    /// What it was declared to be.
    func declaration() throws(CodingFault) -> Declaration? {
        guard let spec else { return nil }
        guard let declaredBy else { throw .incomplete("spec") }
        return try Declaration(stored: spec, by: declaredBy)
    }
}
