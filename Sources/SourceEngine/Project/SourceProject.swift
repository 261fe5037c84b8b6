import JSONCore

/// What the file `.tuner/lsp.json` of a project says about its sources: further call shapes, and the files of constants.
package struct SourceProject: Sendable {
    /// The path of the file in the project's directory.
    package static let fileName = ".tuner/lsp.json"

    /// The scanner for the project's sources; its own call shapes come first.
    package let scanner: KeyScanner
    private let constants: [PathPattern]

    /// A project without such a file.
    package init() {
        scanner = KeyScanner()
        constants = ["tunables.json", "*.tunables.json", "tunables.yaml", "*.tunables.yaml"].map(PathPattern.init)
    }

    /// Reads the content of the file.
    package init(_ text: Span<UInt8>) throws(SourceProjectFault) {
        let value: JSON
        do {
            value = try JSON.parse(text)
        } catch {
            throw .notJSON(error)
        }
        guard case .object(let object) = value else { throw .noObject }
        if let member = object.members.first(where: { !["shapes", "constants"].contains($0.name) }) {
            throw .unknownMember(member.name)
        }
        scanner = KeyScanner(try SourceProject.shapes(in: object["shapes"]) + CallShape.usual)
        let own = try SourceProject.list("constants", object["constants"]) { element in
            if case .string(let text) = element, !text.isEmpty { PathPattern(text) } else { nil }
        }
        constants = own + SourceProject().constants
    }

    /// Returns whether a file, by its path in the project's directory, is a file of constants.
    package func isConstants(_ path: String) -> Bool {
        let language = SourceLanguage(path: path)
        return (language == .json || language == .yaml) && constants.contains { $0.matches(path) }
    }

    /// Returns the keys that a file names.
    package func uses(in text: Span<UInt8>, path: String) -> [KeyUse] {
        let language = SourceLanguage(path: path)
        return isConstants(path) ? KeyUse.constants(in: text, language) : scanner.uses(in: text, language)
    }

    private static func shapes(in value: JSON?) throws(SourceProjectFault) -> [CallShape] {
        try list("shapes", value) { element in
            guard case .object(let object) = element else { return nil }
            var language: SourceLanguage?
            if let name = object["language"] {
                guard case .string(let text) = name, let known = SourceLanguage(named: text) else { return nil }
                language = known
            }
            let words = object.members.filter { $0.name != "language" }
            guard words.count == 1, let subject = CallShape.Subject(rawValue: words[0].name),
                case .string(let text) = words[0].value
            else { return nil }
            return CallShape(subject, text, language)
        }
    }

    private static func list<Element>(
        _ name: String,
        _ value: JSON?,
        _ read: (JSON) -> Element?
    ) throws(SourceProjectFault) -> [Element] {
        guard let value else { return [] }
        guard case .array(let elements) = value else { throw .noList(name) }
        var list: [Element] = []
        for (index, element) in elements.enumerated() {
            guard let read = read(element) else { throw .element(name, index) }
            list.append(read)
        }
        return list
    }
}

extension SourceLanguage {
    /// Finds a language by its name, or by the extension of its files.
    fileprivate init?(named name: String) {
        let byPath = SourceLanguage(path: "file.\(name)")
        guard let language = SourceLanguage(rawValue: name) ?? (byPath == .other ? nil : byPath) else { return nil }
        self = language
    }
}
