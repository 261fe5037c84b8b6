import JSONCore
public import Observation
public import Synchronization
import TunableEngine

/// The readable value of one declaration, without its type.
@safe
@usableFromInline
class AnyCell: @unchecked Sendable {
    /// The store that owns this cell, unowned because retaining it for each read would cost more than the read.
    ///
    /// Every reader retains the store through its tuner.
    @usableFromInline let unownedStore: Unmanaged<CellStore>
    let subject: CellSubject
    /// The publication of the newest value, if no thread has read that value; otherwise 0.
    @usableFromInline let unread = Atomic<UInt64>(0)
    /// The default and the words of the declaration; an equal declaration of the same type shares the cell.
    let identity: JSONObject?
    /// The limits of the declaration; a value outside of them is replaced by the nearest limit.
    let limits: CellLimits?
    /// The fault of the last value, which does not fit the declaration; the store sets this, under its lock.
    var fault: TunerFault?
    /// The daemon's last value that fits the declaration; nil for the default; the store sets this, under its lock.
    var settled: JSON?
    /// Whether the cell shows a value that this program has written; the store sets this, under its lock.
    var showsOwnWrite = false
    /// Resumes the tasks that wait for the next publication.
    let signal = ChangeSignal()
    /// Whether the cell may hold values older than the newest; the store sets this, under its lock.
    var isUnpruned = false
    private let registrar = ObservationRegistrar()

    init(_ declaration: CellDeclaration, in store: CellStore) {
        subject = declaration.subject
        identity = declaration.identity
        limits = declaration.limits
        unsafe unownedStore = .passUnretained(store)
    }

    /// Whether the program declared that tools hide the value.
    var isSecret: Bool { identity?[SpecWord.secret.rawValue] == true }

    /// Returns what a fault shows of a value.
    func shownValue(_ json: JSON) -> TunerValue { TunerValue(isSecret ? JSON.secretMark : json) }

    /// Publishes the decoded value, or the default if `json` is nil.
    ///
    /// The cell stores a value that equals the old one too: equal values can differ, such as `-0.0` and `0.0`. Changes
    /// nothing if decoding throws.
    ///
    /// - Returns: Whether the new value differs from the old one by `==`, so that it must be announced.
    func publish(_ json: JSON?, _ version: UInt64) throws -> Bool {
        preconditionFailure("a cell has a type")
    }

    /// Releases the values that no snapshot of publication `version` or later reads.
    ///
    /// Returns whether only the newest value is left. Releases nothing while a thread is retaining the newest value.
    func prune(below version: UInt64) -> Bool {
        preconditionFailure("a cell has a type")
    }

    /// Notes that the newest value is not read yet, after it was published.
    final func markUnread(_ version: UInt64) { unread.store(version, ordering: .releasing) }

    /// Notes a read, if the value is not newer than `version`.
    @usableFromInline
    final func noteRead(through version: UInt64) {
        let mark = unread.load(ordering: .acquiring)
        if mark != 0, mark <= version { noteRead(mark) }
    }

    /// Notes a read of the publication of a mark, or of a later one: the caller loaded the mark before the value.
    ///
    /// A mark that was set since then stays.
    @usableFromInline
    final func noteRead(_ mark: UInt64) {
        _ = unread.compareExchange(expected: mark, desired: 0, ordering: .acquiringAndReleasing)
    }

    /// Whether no thread has read the newest value, and it was published after `version`.
    final func isUnread(after version: UInt64) -> Bool { unread.load(ordering: .acquiring) > version }

    /// Registers a read for `withObservationTracking`.
    @usableFromInline
    final func noteAccess() {
        registrar.access(self, keyPath: AnyCell.path)
    }

    /// Whether a declaration without a tuner must look for the `Tuner.shared` of its task.
    @inlinable
    final var isReplaceable: Bool {
        unsafe unownedStore._withUnsafeGuaranteedRef { $0.isSharedReplaceable }
    }

    /// Notifies observers and waiting tasks of another value.
    ///
    /// Call this after the publication: observers may read the value at once, on any thread.
    final func announce() {
        registrar.withMutation(of: self, keyPath: AnyCell.path) {}
        signal.announce()
    }

    /// The property that represents the value in key paths of observation.
    fileprivate var observed: Void { () }

    private static let path: any KeyPath<AnyCell, Void> & Sendable = \AnyCell.observed
}

extension AnyCell: Observable {}
