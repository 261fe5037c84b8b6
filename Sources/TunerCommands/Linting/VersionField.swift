import JSONCore
import SystemCore

/// The member of a document that holds its version.
enum VersionField {
    /// Returns the text with its version set to a time; all other bytes stay as they are.
    static func bumped(_ text: [UInt8], to time: WallTime) throws(LintFaults) -> [UInt8] {
        let source: JSONSource
        do {
            source = try JSONSource(text.span)
        } catch {
            let (line, column) = error.position(in: text.span)
            throw LintFaults([LintFault([], "is not JSON: \(error.reason)", line: line, column: column)])
        }
        guard case .object(let object) = source.value, let name = name(in: object),
            let node = source.node(at: [.name(name)], in: text.span)
        else {
            let message = "there is no member version, and no single member whose name ends in version"
            throw LintFaults([LintFault([], message)])
        }
        guard object[name]?.kind == .string else {
            let words = object[name]?.kind.words ?? "nothing"
            let (line, column) = JSONFault.position(of: node.value.lowerBound, in: text.span)
            let message = "must be a string for --bump, got \(words)"
            throw LintFaults([LintFault([.name(name)], message, line: line, column: column)])
        }
        let version = "\"\(time.rfc3339.prefix { $0 != "." })Z\""
        return Array(text[..<node.value.lowerBound]) + Array(version.utf8) + Array(text[node.value.upperBound...])
    }

    private static func name(in object: JSONObject) -> String? {
        if object["version"] != nil { return "version" }
        let names = object.members.map(\.name).filter { $0.lowercased().hasSuffix("version") }
        return names.count == 1 ? names[0] : nil
    }
}
