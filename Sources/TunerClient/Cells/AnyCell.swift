import JSONCore
public import Observation

/// Where the value of one declaration stands for those who read it, whatever its type.
@safe
@usableFromInline
class AnyCell: @unchecked Sendable {
    /// The store that owns this cell, and that whoever reads it holds by its tuner: to take hold of it for each read would
    /// cost more than the read.
    @usableFromInline let unownedStore: Unmanaged<Store>
    /// Whose value it is.
    let subject: CellSubject
    /// What was declared, for who declares it again.
    let identity: JSONObject?
    /// Tells those who wait that something else was published.
    let signal = ChangeSignal()
    /// Whether it may hold values besides the newest; the store's, as it publishes.
    var isUnpruned = false
    private let registrar = ObservationRegistrar()

    init(_ declaration: CellDeclaration, in store: Store) {
        subject = declaration.subject
        identity = declaration.identity
        unsafe unownedStore = .passUnretained(store)
    }

    /// Publishes what a JSON value stands for, or the default where there is none; changes nothing where it is no such value.
    func publish(_ json: JSON?, _ version: UInt64) throws {
        preconditionFailure("a cell has a type")
    }

    /// Lets go of values that nobody sees who looks as of a publication or a later one, unless somebody is just taking
    /// hold of one; answers whether it has only the newest now.
    func prune(below version: UInt64) -> Bool {
        preconditionFailure("a cell has a type")
    }

    /// Notes that somebody looks, for whoever tracks what is looked at.
    @usableFromInline
    final func noteAccess() {
        registrar.access(self, keyPath: AnyCell.path)
    }

    /// Tells everybody who wants to know that another value is there now.
    ///
    /// Only behind the publication: who is told looks at once, on whatever thread.
    final func announce() {
        registrar.withMutation(of: self, keyPath: AnyCell.path) {}
        signal.announce()
    }

    /// What stands for the value where it is observed.
    fileprivate var observed: Void { () }

    private static let path: any KeyPath<AnyCell, Void> & Sendable = \AnyCell.observed
}

extension AnyCell: Observable {}
