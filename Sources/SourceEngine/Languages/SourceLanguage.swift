/// A family of languages with the same comments, strings and literals.
package enum SourceLanguage: String, Sendable, CaseIterable {
    case swift
    /// C and the languages whose strings and comments are like those of C.
    case c
    /// Languages with the comments of C, and with strings between single quotes, too.
    case dart
    case javaScript = "javascript"
    case python
    /// Other languages with comments that begin with `#`.
    case ruby
    case lua
    case shell
    case json
    case yaml
    /// A language that is not known.
    case other

    /// Chooses the language by the extension of a file's name.
    package init(path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let word = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
        self = SourceLanguage.byExtension[word.lowercased()] ?? .other
    }

    /// Whether a `'` begins a string.
    var hasSingleQuotes: Bool {
        switch self {
        case .swift, .c, .json: false
        case .dart, .javaScript, .python, .ruby, .lua, .shell, .yaml, .other: true
        }
    }

    /// Whether a `` ` `` begins a string.
    var hasBackquotes: Bool { self == .javaScript }

    /// Whether three quotes begin a string of several lines.
    var hasTripleQuotes: Bool {
        switch self {
        case .swift, .c, .dart, .python: true
        case .javaScript, .ruby, .lua, .shell, .json, .yaml, .other: false
        }
    }

    /// What begins a comment to the end of the line.
    var lineComment: StaticString? {
        switch self {
        case .swift, .c, .dart, .javaScript: "//"
        case .python, .ruby, .shell, .yaml: "#"
        case .lua: "--"
        case .json, .other: nil
        }
    }

    /// Whether `/*` begins a comment.
    var hasBlockComments: Bool { self == .swift || self == .c || self == .dart || self == .javaScript }

    /// The words for true, false and the absence of a value.
    var words: (yes: String, no: String, none: String) {
        switch self {
        case .python: ("True", "False", "None")
        case .swift, .ruby, .lua: ("true", "false", "nil")
        case .c, .dart, .javaScript, .shell, .json, .yaml, .other: ("true", "false", "null")
        }
    }

    private static let byExtension: [String: SourceLanguage] = {
        let lists: [(SourceLanguage, String)] = [
            (.swift, "swift"),
            (.c, "c h cc cpp cxx hh hpp hxx ino m mm glsl hlsl metal proto"),
            (.c, "java kt kts scala cs go rs zig v"),
            (.dart, "dart groovy php"),
            (.javaScript, "js mjs cjs jsx ts mts cts tsx vue svelte"),
            (.python, "py pyi pyw"),
            (.ruby, "rb pl pm r jl ex exs nim gd tcl cr"),
            (.lua, "lua hs elm sql"),
            (.shell, "sh bash zsh ksh dash fish bats"),
            (.json, "json jsonc json5"),
            (.yaml, "yaml yml"),
        ]
        var table: [String: SourceLanguage] = [:]
        for (language, words) in lists {
            for word in words.split(separator: " ") { table[String(word)] = language }
        }
        return table
    }()
}
