/// The way in which a commit was made, as history and the journal name it.
package enum Operation: Hashable, Sendable {
    /// A mutation of a kind that this version of the daemon has.
    case mutation(Mutation.Kind)
    /// A name in a file of another version of the daemon.
    case unknown(String)

    /// Finds the operation of a name that was written down.
    package init(named name: String) {
        self = Mutation.Kind(rawValue: name).map { .mutation($0) } ?? .unknown(name)
    }

    /// The name: the method of the mutation.
    package var name: String {
        switch self {
        case .mutation(let kind): kind.rawValue
        case .unknown(let name): name
        }
    }

    /// What `undo` does with commits of this operation.
    ///
    /// It leaves a commit of an unknown one alone.
    package var undoRule: UndoRule {
        switch self {
        case .mutation(let kind): kind.undoRule
        case .unknown: .permanent
        }
    }
}
