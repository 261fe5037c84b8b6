/// The options of the language server.
package struct EditorOptions: Sendable {
    /// Whether to show a code lens with the last change of each key.
    package var hasLens = false

    /// The command line of another language server, whose results are joined with those of this one; nil for none.
    package var otherServer: String?

    package init() {}
}
