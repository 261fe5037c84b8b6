import SourceEngine

/// Finds the keys of one document, by the rules of its project.
struct UseReader {
    /// Whether the document is a file of constants, each of whose values is a tunable.
    let isConstants: Bool
    private let project: SourceProject
    private let path: String

    init(_ project: SourceProject, path: String) {
        (self.project, self.path) = (project, path)
        isConstants = project.isConstants(path)
    }

    /// Returns the uses of keys in a text, in order.
    func uses(in text: Span<UInt8>) -> [KeyUse] { project.uses(in: text, path: path) }
}
