/// The operation that made a commit, as the history and the journal name it.
package enum Operation: Hashable, Sendable {
    /// An operation of this version of the daemon.
    case mutation(Mutation.Kind)
    /// A name that another version of the daemon wrote to the file.
    case unknown(String)

    /// Creates the operation from the name in a file.
    package init(named name: String) {
        self = Mutation.Kind(rawValue: name).map { .mutation($0) } ?? .unknown(name)
    }

    /// The operation's name: the method of the mutation.
    package var name: String {
        switch self {
        case .mutation(let kind): kind.rawValue
        case .unknown(let name): name
        }
    }

    /// Whether the operation is one with which programs declare what they use.
    var isDeclaration: Bool { self == .mutation(.declare) || self == .mutation(.declareFlags) }

    /// What `undo` does with commits of this operation.
    ///
    /// It never undoes a commit of an unknown operation.
    package var undoRule: UndoRule {
        switch self {
        case .mutation(let kind): kind.undoRule
        case .unknown: .permanent
        }
    }
}
