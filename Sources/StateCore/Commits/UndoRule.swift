/// What `undo` does with the commits of an operation.
package enum UndoRule: Sendable {
    /// `undo` undoes the commit, if the commit stores values or overrides.
    case undoable
    /// `undo` never undoes the commit.
    ///
    /// If the commit changes a value, another user cannot undo an older change of that value.
    case permanent
    /// The commit only undoes, redoes or ends what other commits did.
    ///
    /// `undo` checks those commits instead.
    case consequence
}
