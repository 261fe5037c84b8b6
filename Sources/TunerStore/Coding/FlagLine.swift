import FlagEngine
import JSONCore
import StateCore

/// A flag in a snapshot: its local definition, its declaration and its override.
struct FlagLine: JSONRecord {
    package static let fields = JSONFieldTable<FlagLine>([
        .required("flag", \.flag, "The key of the flag."),
        .optional("definition", \.definition, "The definition of the flag."),
        .optional("declared", \.declared, "The declaration by a program."),
        .optional("declaredBy", \.declaredBy, "The client that made the declaration."),
        .optional("forced", \.override, "The override of the flag."),
    ])

    var flag: String = ""
    var definition: JSONObject?
    var declared: JSONObject?
    var declaredBy: DeclarerLine?
    var override: OverrideLine?

    package init() {}
}

extension FlagLine {
    /// Creates the line for a flag, or nil if no client has stored anything for it.
    init?(_ key: Span<UInt8>, _ flag: StoredFlag) {
        guard flag.local != nil || flag.declared != nil || flag.override != nil else { return nil }
        self.init()
        self.flag = FlagKey(known: key).text
        definition = flag.local?.definition
        if let declaration = flag.declared {
            declared = declaration.definition.definition
            declaredBy = DeclarerLine(declaration.actor, isNamed: declaration.isNamed)
        }
        override = flag.override.map { OverrideLine($0) }
    }

    /// Returns what is stored for the flag.
    func parts(of key: FlagKey) throws(CodingFault) -> FlagParts {
        let local = try definition.map { (definition) throws(CodingFault) in
            try FlagDefinition.stored(definition, of: key)
        }
        let declaration = try declared.map { (definition) throws(CodingFault) in
            guard let declaredBy else { throw .incomplete("declared") }
            return try FlagDeclaration(stored: definition, of: key, by: declaredBy)
        }
        return FlagParts(local: local, declared: declaration, override: override?.override)
    }
}
