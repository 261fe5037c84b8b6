package import JSONCore

/// A reader of the declarations that programs make, which stops at the first error.
///
/// A declaration has either `type` or `variants`. It can have a `default` and a `description`.
struct FlagDeclarationReader {
    private enum Word: String, CaseIterable {
        case type
        case variants
        case `default`
        case description
    }

    /// The types of flags; no flag is an `integer`.
    private static let types = FlagType.allCases.filter { $0 != .integer }

    /// The name of the only variant of a flag that is declared by its type.
    private static let onlyVariant = "default"

    private let object: JSONObject

    init(_ declaration: JSON) throws(FlagFault) {
        guard case .object(let object) = declaration else {
            throw FlagFault(.kind(expected: .object, found: declaration.kind))
        }
        for member in object.members where Word(rawValue: member.name) == nil {
            let nearest = NearestName.nearest(to: member.name, among: Word.allCases.lazy.map(\.rawValue))
            throw FlagFault(.unknownWord(nearest: nearest), at: [.name(member.name)])
        }
        self.object = object
    }

    /// Returns the declaration as a definition in flagd's format.
    func definition() throws(FlagFault) -> JSONObject {
        let (variants, defaultVariant) =
            switch (self[.type], self[.variants]) {
            case (let type?, nil): try variants(of: type)
            case (nil, let variants?): (variants, try name(in: variants))
            default: throw FlagFault(.typeOrVariants)
            }
        var definition: JSONObject = ["state": .string(FlagState.enabled.rawValue), "variants": variants]
        definition["defaultVariant"] = defaultVariant.map { .string($0) }
        if let description = self[.description] {
            guard case .string = description else {
                throw fault(.kind(expected: .string, found: description.kind), in: .description)
            }
            definition["metadata"] = ["description": description]
        }
        return definition
    }

    /// Returns the variants of a flag without names for its values, and the variant of the default.
    private func variants(of type: JSON) throws(FlagFault) -> (JSON, name: String?) {
        guard case .string(let word) = type else {
            throw fault(.kind(expected: .string, found: type.kind), in: .type)
        }
        guard let type = FlagDeclarationReader.types.first(where: { $0.rawValue.hasSameBytes(as: word) }) else {
            let names = FlagDeclarationReader.types.lazy.map(\.rawValue)
            throw fault(.type(word, nearest: NearestName.nearest(to: word, among: names)), in: .type)
        }
        let value = self[.default]
        if let value, FlagType(of: value) != type {
            throw fault(.defaultType(expected: type, found: value.kind), in: .default)
        }
        guard type != .boolean else {
            return (["on": true, "off": false], value.map { $0 == true ? "on" : "off" })
        }
        guard let value else { throw FlagFault(.missing(Word.default.rawValue)) }
        return ([FlagDeclarationReader.onlyVariant: value], FlagDeclarationReader.onlyVariant)
    }

    /// Returns the name of the variant that has the default; nil if there is no default.
    private func name(in variants: JSON) throws(FlagFault) -> String? {
        guard let value = self[.default], case .object(let variants) = variants else { return nil }
        guard let name = FlagDefinition.variant(of: value, in: variants) else {
            throw fault(.defaultIsNoVariant, in: .default)
        }
        return name
    }

    private func fault(_ problem: FlagFault.Problem, in word: Word) -> FlagFault {
        FlagFault(problem, at: [.name(word.rawValue)])
    }

    private subscript(word: Word) -> JSON? { object[word.rawValue] }
}

extension FlagDefinition {
    /// Returns the definition of a flag that a program declares, or throws the first error.
    package static func declared(_ declaration: JSON, key: FlagKey) throws(FlagFault) -> FlagDefinition {
        try read(.object(try FlagDeclarationReader(declaration).definition()), key: key)
    }

    /// What the flag is for, in a sentence; nil if its metadata does not say it.
    package var summary: String? {
        guard case .string(let text)? = metadata["description"] else { return nil }
        return text
    }
}
