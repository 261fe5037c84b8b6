/// The options of the language server.
package struct EditorOptions: Sendable {
    /// Whether to show a code lens with the last change of each key.
    package var hasLens = false

    package init() {}
}
