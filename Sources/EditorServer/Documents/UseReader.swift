import SourceEngine

/// Finds the keys of one document, by the rules of its project.
struct UseReader {
    /// Whether the document is a file of constants, each of whose values is a tunable.
    let isConstants: Bool
    private let project: SourceProject
    private let path: String

    /// Creates a reader; the path, relative to the project's directory, decides the language.
    init(_ project: SourceProject, path: String) {
        (self.project, self.path) = (project, path)
        isConstants = project.isConstants(path)
    }

    var language: SourceLanguage { SourceLanguage(path: path) }

    /// Returns a reader for the language that the editor names, if the path does not say it: a script has no extension.
    func naming(_ languageID: String) -> UseReader {
        guard language == .other, let suffix = UseReader.suffixes[languageID] else { return self }
        return UseReader(project, path: "\(path).\(suffix)")
    }

    private static let suffixes = [
        "shellscript": "sh", "sh": "sh", "bash": "sh", "zsh": "sh", "python": "py", "ruby": "rb", "perl": "pl",
        "javascript": "js", "typescript": "ts", "swift": "swift", "lua": "lua", "c": "c", "cpp": "cpp", "go": "go",
        "rust": "rs", "java": "java", "csharp": "cs",
    ]

    /// Returns the uses of keys in a text, in order.
    func uses(in text: Span<UInt8>) -> [KeyUse] { project.uses(in: text, path: path) }
}
