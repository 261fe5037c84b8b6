/// What `undo` does with the commits of a mutation.
package enum UndoRule: Sendable {
    /// `undo` takes the commit back, if the commit stores values or overrides.
    case undoable
    /// `undo` does not take the commit back. A later change of a value by another user protects that value.
    case permanent
    /// The commit only takes back, or makes count again, what other commits did: `undo` asks about those.
    case consequence
}
