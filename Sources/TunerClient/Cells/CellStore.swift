import JSONCore
public import Synchronization
import SystemCore

/// The values that a program reads, with the only operations that change them.
///
/// A publication changes any number of values at once. A snapshot increments its counter and then reads the number of
/// the last publication. Until the snapshot ends, its thread reads the values of that publication.
///
/// A publisher checks for snapshots only after its publication is complete. If there are none, a later snapshot sees
/// the whole publication, so the publisher can release all older values.
///
/// If threads always overlap with their snapshots, the counter never reaches zero. Therefore each snapshot belongs to a
/// generation. A publisher starts a new generation when the generation before the present one has no open snapshots.
/// The publisher then releases the values that no open snapshot can read.
@usableFromInline
final class CellStore: Sendable {
    /// The number of open snapshots.
    @usableFromInline let snapshots = Atomic<Int>(0)
    /// Whether a task may have another tuner as its `Tuner.shared` than the one of this store.
    @usableFromInline let isReplaceable = Atomic<Bool>(false)
    /// The number of open snapshots in generations with an even number.
    ///
    /// At most two generations have open snapshots at a time, so two counters are enough.
    private let evenSnapshots = Atomic<Int>(0)
    private let oddSnapshots = Atomic<Int>(0)
    private let generation = Atomic<UInt64>(0)
    let committed = Atomic<UInt64>(0)
    /// The newest publication of a snapshot that has ended: the program has received all values up to it.
    let readThrough = Atomic<UInt64>(0)
    /// The number of changes of ``presentFaults()`` and of the program's refusals.
    let faultChanges = Atomic<Int>(0)
    private let registry: KernelMutex<CellRegistry>
    let schemas = SchemaCache()
    private let faults: FaultReporter
    static let slot = ThreadSlot()

    /// Creates a store that gives subjects their remembered values when they are declared.
    init(remembering remembered: [CellSubject: JSON], _ faults: FaultReporter) {
        var registry = CellRegistry()
        registry.remembered = remembered
        self.registry = KernelMutex(registry)
        self.faults = faults
    }

    // MARK: Reading

    @inlinable
    var isSharedReplaceable: Bool { isReplaceable.load(ordering: .relaxed) }

    /// The publication of this thread's snapshot, or nil outside of a snapshot.
    @inlinable
    var versionInSnapshot: UInt64? {
        snapshots.load(ordering: .relaxed) == 0 ? nil : versionInFrame
    }

    @usableFromInline
    var versionInFrame: UInt64? {
        var frame = unsafe CellStore.innermost
        while let candidate = unsafe frame {
            if unsafe candidate.pointee.store == ObjectIdentifier(self) { return unsafe candidate.pointee.version }
            unsafe frame = candidate.pointee.outer
        }
        return nil
    }

    /// Runs a closure in a snapshot, and passes the snapshot's publication to the closure.
    ///
    /// Inside a snapshot of this store, the closure uses that snapshot.
    func withSnapshot<Result, Failure: Error>(_ body: (UInt64) throws(Failure) -> Result) throws(Failure) -> Result {
        if let version = versionInSnapshot { return try body(version) }
        snapshots.add(1, ordering: .sequentiallyConsistent)
        let generation = joinGeneration()
        defer {
            count(in: generation, -1)
            snapshots.subtract(1, ordering: .sequentiallyConsistent)
        }
        let outer = unsafe CellStore.innermost
        let version = committed.load(ordering: .sequentiallyConsistent)
        let frame = unsafe SnapshotFrame(version, of: self, outer: outer)
        return try unsafe withUnsafePointer(to: frame) { (frame) throws(Failure) in
            unsafe CellStore.slot.set(UnsafeMutableRawPointer(mutating: frame))
            defer { unsafe CellStore.slot.set(UnsafeMutableRawPointer(mutating: outer)) }
            return try body(version)
        }
    }

    /// Runs a closure in a snapshot, which hands the program all values of its publication.
    func withHandedSnapshot<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try withSnapshot { (version) throws(Failure) in
            // A program that ends because of a value has not applied it.
            defer { readThrough.max(version, ordering: .releasing) }
            return try body()
        }
    }

    /// Adds a snapshot to the present generation, and returns the generation.
    func joinGeneration() -> UInt64 {
        while true {
            let present = generation.load(ordering: .sequentiallyConsistent)
            count(in: present, 1)
            // If the generation has changed, a publisher may have found it empty already.
            if generation.load(ordering: .sequentiallyConsistent) == present { return present }
            count(in: present, -1)
        }
    }

    func count(in generation: UInt64, _ change: Int) {
        if generation.isMultiple(of: 2) {
            evenSnapshots.add(change, ordering: .sequentiallyConsistent)
        } else {
            oddSnapshots.add(change, ordering: .sequentiallyConsistent)
        }
    }

    /// Returns whether all snapshots older than the present generation have ended.
    private func haveOlderEnded(than present: UInt64) -> Bool {
        if present.isMultiple(of: 2) {
            oddSnapshots.load(ordering: .sequentiallyConsistent) == 0
        } else {
            evenSnapshots.load(ordering: .sequentiallyConsistent) == 0
        }
    }

    static var innermost: UnsafePointer<SnapshotFrame>? {
        unsafe slot.pointer.map { unsafe UnsafePointer($0.assumingMemoryBound(to: SnapshotFrame.self)) }
    }

    // MARK: Declaring

    /// Returns the cell of a declaration, the index of its entry, and whether the subject is new.
    ///
    /// Equal declarations share one cell.
    func cell<Value>(
        of declaration: CellDeclaration,
        _ fallback: Value
    ) -> (cell: Cell<Value>, index: Int, isNew: Bool) {
        let (cell, index, isNew, found) = registry.withLock { registry in
            defer { faultChanges.store(registry.faultChanges, ordering: .relaxed) }
            let (index, isNew) = registry.index(of: declaration)
            let others = registry.entries[index].cells.lazy.compactMap { $0 as? Cell<Value> }
            if let cell = others.first(where: { $0.identity != nil && $0.identity == declaration.identity }) {
                return (cell, index, isNew, [TunerFault]())
            }
            let cell = Cell(declaration, fallback, in: self)
            let published = registry.entries[index].published
            let isFirst = registry.isFirst(declaration, at: index)
            var found = isFirst ? [] : [TunerFault.declaredTwice(key: declaration.subject.key)]
            if published != nil {
                // Nobody has read this cell yet, so its first value needs no publication.
                let isOwn = registry.entries[index].showsOwnWrite
                found += registry.publish(published, in: cell, 0, isOwnWrite: isOwn).faults
                _ = cell.prune(below: .max)
            }
            registry.entries[index].cells.append(cell)
            return (cell, index, isNew, found)
        }
        found.forEach(faults.report)
        return (cell, index, isNew)
    }

    /// Returns the values for the values file.
    ///
    /// These are the daemon's last values, and the remembered values of subjects that are not declared yet.
    func memory() -> [(subject: CellSubject, value: JSON)] {
        registry.withLock { registry in
            let known = registry.entries.compactMap { entry in entry.received.map { (entry.receivedSubject, $0) } }
            return known + registry.remembered.map { ($0.key, $0.value) }
        }
    }

    /// Runs a closure under the lock of the registry.
    func withRegistry<Result>(_ body: (inout CellRegistry) -> Result) -> Result {
        registry.withLock { registry in
            defer { faultChanges.store(registry.faultChanges, ordering: .relaxed) }
            return body(&registry)
        }
    }

    /// The number of declared subjects.
    var count: Int { registry.withLock { $0.entries.count } }

    /// The error about the first declaration that the daemon cannot receive; nil if there is none.
    var declarationError: TunerError? {
        registry.withLock { registry in
            for case .undeclarable(let key, let reason) in registry.entries.lazy.flatMap(\.faults) {
                return .undeclarable(key: key, reason: reason)
            }
            return nil
        }
    }

    /// Returns the faults of declarations and of their present values, in the order of the declarations.
    func presentFaults() -> [TunerFault] {
        registry.withLock { registry in
            registry.entries.flatMap { entry in entry.faults + entry.cells.compactMap(\.fault) }
        }
    }

    /// Returns all entries in the order of their declaration.
    func entries() -> [CellEntry] { registry.withLock { $0.entries } }

    /// Returns the entries from a number on, if all of them are tunables; nil if one is a flag.
    func tunables(from first: Int) -> [CellEntry]? {
        registry.withLock { registry in
            let entries = registry.entries[first...]
            return entries.contains { $0.subject.isFlag } ? nil : Array(entries)
        }
    }

    /// Returns all entries in the order of their declaration, and records that their contexts are subscribed to.
    func entriesToFollow() -> [CellEntry] {
        registry.withLock { registry in
            let entries = registry.entries
            for index in entries.indices where entries[index].isMoved { registry.entries[index].isMoved = false }
            return entries
        }
    }

    // MARK: Contexts

    /// The context of the tuner.
    var context: FlagContext { registry.withLock(\.context) }

    /// Returns a flag's own context.
    func context(at index: Int) -> FlagContext { registry.withLock { $0.entries[index].context } }

    /// Returns an entry's subject as the daemon evaluates it.
    func evaluated(at index: Int) -> CellSubject { registry.withLock { $0.entries[index].evaluated } }

    /// Replaces the context of a flag, or the context of the tuner if `index` is nil.
    ///
    /// A flag shows its last value in the new context if that value is known, and otherwise keeps its value.
    ///
    /// - Returns: Whether the daemon must evaluate a flag again.
    func setContext(_ context: FlagContext, at index: Int?) -> Bool {
        var hasMoved = false
        commit { registry in
            let moved = registry.setContext(context, at: index)
            hasMoved = !moved.isEmpty
            return moved
        }
        return hasMoved
    }

    // MARK: Changing

    /// Publishes values from the daemon together; nil means that the subject has no value.
    ///
    /// Each flag is named with the context in which the daemon evaluated it.
    func apply(_ values: [(subject: CellSubject, value: JSON?)]) {
        commit { registry in
            var touched: [Int] = []
            for (subject, value) in values {
                switch subject {
                case .tunable:
                    guard let index = registry.indexes[subject] else { continue }
                    registry.entries[index].received = value
                    touched.append(index)
                case .flag:
                    for index in registry.flagIndexes[subject] ?? [] {
                        (registry.entries[index].received, registry.entries[index].receivedSubject) = (value, subject)
                        touched.append(index)
                    }
                }
            }
            return touched
        }
    }

    /// Publishes values that the program is about to write, or none of them if its own limits forbid one of them.
    ///
    /// A program must not read a part of a write: the daemon stores all values of a write or none.
    ///
    /// Returns a number for `end(_:at:)`.
    func begin(_ values: [(index: Int, value: JSON)]) -> UInt64 {
        var write: UInt64 = 0
        commit { registry in
            registry.lastWrite += 1
            write = registry.lastWrite
            for (index, value) in values where !registry.entries[index].allows(value) { return [] }
            for (index, value) in values { registry.entries[index].written.append((write, value)) }
            return values.map(\.index)
        }
        return write
    }

    /// Ends a write: the daemon's last value is published again.
    func end(_ write: UInt64, at indexes: [Int]) {
        commit { registry in
            for index in indexes {
                registry.entries[index].written.removeAll { $0.write == write }
            }
            return indexes
        }
    }

    private func commit(_ change: (inout CellRegistry) -> [Int]) {
        let (changed, found) = registry.withLock { registry in
            defer { faultChanges.store(registry.faultChanges, ordering: .relaxed) }
            let touched = change(&registry)
            let version = committed.load(ordering: .relaxed) + 1
            var published: [AnyCell] = []
            var changed: [AnyCell] = []
            var found: [TunerFault] = []
            for index in touched {
                let (visible, isOwn) = (registry.entries[index].visible, registry.entries[index].showsOwnWrite)
                guard visible != registry.entries[index].published else { continue }
                registry.entries[index].published = visible
                registry.endRefusal(at: index)
                for cell in registry.entries[index].cells {
                    let (hasChanged, faults) = registry.publish(visible, in: cell, version, isOwnWrite: isOwn)
                    published.append(cell)
                    if hasChanged {
                        changed.append(cell)
                        if !isOwn { registry.markUnread(cell, at: index, version) }
                    }
                    found += faults
                }
            }
            guard !published.isEmpty else { return (changed, found) }
            committed.store(version, ordering: .sequentiallyConsistent)
            registry.note(unpruned: published)
            let oldest = oldestSeen(version, &registry)
            registry.prune(below: oldest)
            return (changed, found)
        }
        // Report the faults first: a task that waits for a change may read the faults of the same publication.
        found.forEach(faults.report)
        for cell in changed { cell.announce() }
    }

    /// Returns the oldest publication that an open snapshot may read, after publication `newest` is complete.
    private func oldestSeen(_ newest: UInt64, _ registry: inout CellRegistry) -> UInt64 {
        guard snapshots.load(ordering: .sequentiallyConsistent) > 0 else { return newest }
        let present = generation.load(ordering: .relaxed)
        guard haveOlderEnded(than: present) else { return registry.beginnings.before }
        registry.beginnings = (present: newest, before: registry.beginnings.present)
        generation.store(present + 1, ordering: .sequentiallyConsistent)
        return registry.beginnings.before
    }
}

extension CellRegistry {
    /// Returns whether a declaration is the program's first one of its key, or has the same content.
    fileprivate func isFirst(_ declaration: CellDeclaration, at index: Int) -> Bool {
        guard case .flag(let key, _) = declaration.subject else { return entries[index].spec == declaration.spec }
        guard let spec = declaration.spec, let first = flags[key] else { return true }
        return entries[first].spec == spec
    }

    /// Returns the index of a declaration's entry, and whether the entry is new.
    fileprivate mutating func index(of declaration: CellDeclaration) -> (Int, isNew: Bool) {
        if let index = indexes[declaration.subject] { return (index, false) }
        var spec = declaration.spec
        if case .flag(let key, _) = declaration.subject, spec != nil {
            if flags[key] == nil { flags[key] = entries.count } else { spec = nil }
        }
        var entry = CellEntry(declaration, spec: spec, in: context)
        entry.received = takeLast(of: entry.evaluated)
        entry.published = entry.received
        if !declaration.faults.isEmpty { faultChanges += 1 }
        indexes[declaration.subject] = entries.count
        if case .flag = entry.evaluated { flagIndexes[entry.evaluated, default: []].append(entries.count) }
        entries.append(entry)
        return (entries.count - 1, true)
    }

    /// Returns the last known value of a subject, from the values file or from another entry.
    private mutating func takeLast(of evaluated: CellSubject) -> JSON? {
        if let value = remembered.removeValue(forKey: evaluated) { return value }
        let other = flagIndexes[evaluated]?.first { entries[$0].receivedSubject == evaluated }
        return other.flatMap { entries[$0].received }
    }

    /// Replaces a context, and returns the indexes of the flags that the daemon must evaluate again.
    fileprivate mutating func setContext(_ context: FlagContext, at index: Int?) -> [Int] {
        if let index { entries[index].context = context } else { self.context = context }
        return (index.map { $0..<($0 + 1) } ?? entries.indices).filter { move(at: $0) }
    }

    /// Computes the context of an entry again; returns whether it has changed.
    private mutating func move(at index: Int) -> Bool {
        let old = entries[index].evaluated
        let new = old.evaluated(in: context, entries[index].context)
        guard new != old else { return false }
        flagIndexes[old]?.removeAll { $0 == index }
        if flagIndexes[old]?.isEmpty == true { flagIndexes[old] = nil }
        if let value = takeLast(of: new) { (entries[index].received, entries[index].receivedSubject) = (value, new) }
        flagIndexes[new, default: []].append(index)
        (entries[index].evaluated, entries[index].isMoved) = (new, true)
        return true
    }

    /// Publishes a value in a cell.
    ///
    /// If the value is outside of the declaration's limits, the nearest limit is published. The result has this fault
    /// only if the last value was within the limits.
    ///
    /// If the value has another type, the result has a fault. A tunable then gets the daemon's last value that fits, and
    /// a flag gets its default.
    ///
    /// The result also says whether the cell's observers must be notified.
    fileprivate mutating func publish(
        _ json: JSON?,
        in cell: AnyCell,
        _ version: UInt64,
        isOwnWrite: Bool
    ) -> (hasChanged: Bool, faults: [TunerFault]) {
        let limit = json.flatMap { cell.limits?.exceeded(by: $0) }
        do {
            let hasChanged = try cell.publish(limit ?? json, version)
            cell.showsOwnWrite = isOwnWrite
            if !isOwnWrite { cell.settled = limit ?? json }
            guard let json, let limit else {
                note(nil, of: cell)
                return (hasChanged, [])
            }
            let wasLimited = if case .outOfLimits = cell.fault { true } else { false }
            let (value, end) = (cell.shownValue(json), cell.shownValue(limit))
            let fault = TunerFault.outOfLimits(key: cell.subject.key, value: value, limit: end)
            note(fault, of: cell)
            return (hasChanged, wasLimited ? [] : [fault])
        } catch {
            let reason = cell.isSecret ? "it has another type" : Coding.reason(error)
            let value = cell.shownValue(json ?? .null)
            let fault = TunerFault.undecodable(key: cell.subject.key, value: value, reason: reason)
            note(fault, of: cell)
            guard cell.subject.isFlag || cell.showsOwnWrite else { return (false, [fault]) }
            cell.showsOwnWrite = false
            let last = cell.subject.isFlag ? nil : cell.settled
            return ((try? cell.publish(last, version)) == true, [fault])
        }
    }

    /// Stores the fault of a cell's present value.
    private mutating func note(_ fault: TunerFault?, of cell: AnyCell) {
        guard fault != nil || cell.fault != nil else { return }
        cell.fault = fault
        faultChanges += 1
    }

    /// Notes that the program has not read a new value of a tunable yet.
    fileprivate mutating func markUnread(_ cell: AnyCell, at index: Int, _ version: UInt64) {
        guard !cell.subject.isFlag else { return }
        if entries[index].firstUnread == 0 { unread.append(index) }
        if !cell.isUnread(after: 0) { entries[index].firstUnread = version }
        cell.markUnread(version)
    }

    /// Removes the program's reason for not using a value, which another value replaces.
    fileprivate mutating func endRefusal(at index: Int) {
        guard entries[index].reason != nil else { return }
        entries[index].reason = nil
        faultChanges += 1
    }

    fileprivate mutating func note(unpruned cells: [AnyCell]) {
        for cell in cells where !cell.isUnpruned {
            cell.isUnpruned = true
            unpruned.append(cell)
        }
    }

    fileprivate mutating func prune(below version: UInt64) {
        // The open snapshots are unchanged, so there is nothing more to release.
        guard version > pruned else { return }
        pruned = version
        unpruned.removeAll { cell in
            guard cell.prune(below: version) else { return false }
            cell.isUnpruned = false
            return true
        }
    }
}
