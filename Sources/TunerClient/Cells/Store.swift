import JSONCore
public import Synchronization
import SystemCore

/// The values that a program reads, and the one way to change them.
///
/// A publication changes any number of values at once. A snapshot counts itself in and then notes the last publication; from
/// then on its thread looks at what counted then. Who publishes looks whether there is a snapshot only when all is
/// published: where there is none, one that begins later sees it all, and nobody needs what counted before.
///
/// Where there always is one, in one thread or the other, they are told apart by generations: a new one begins when the one
/// before the last has ended, and what counted before a generation that all are of is needed no more.
@usableFromInline
final class Store: Sendable {
    /// How many snapshots there are.
    @usableFromInline let snapshots = Atomic<Int>(0)
    /// The same by their generation, of which there are at most two at a time.
    private let evenSnapshots = Atomic<Int>(0)
    private let oddSnapshots = Atomic<Int>(0)
    private let generation = Atomic<UInt64>(0)
    private let committed = Atomic<UInt64>(0)
    private let registry: Mutex<CellRegistry>
    private let faults: FaultReporter
    private static let slot = ThreadSlot()

    /// Begins with what a file remembers.
    init(remembering remembered: [CellSubject: JSON], _ faults: FaultReporter) {
        var registry = CellRegistry()
        registry.remembered = remembered
        self.registry = Mutex(registry)
        self.faults = faults
    }

    // MARK: Reading

    /// The last publication that this thread sees, where it looks at a snapshot.
    @inlinable
    var versionInSnapshot: UInt64? {
        snapshots.load(ordering: .relaxed) == 0 ? nil : versionInFrame
    }

    @usableFromInline
    var versionInFrame: UInt64? {
        var frame = unsafe Store.innermost
        while let candidate = unsafe frame {
            if unsafe candidate.pointee.store == ObjectIdentifier(self) { return unsafe candidate.pointee.version }
            unsafe frame = candidate.pointee.outer
        }
        return nil
    }

    /// Runs a body that sees all values as of one publication, which it is given.
    func withSnapshot<Result, Failure: Error>(_ body: (UInt64) throws(Failure) -> Result) throws(Failure) -> Result {
        if let version = versionInSnapshot { return try body(version) }
        snapshots.add(1, ordering: .sequentiallyConsistent)
        let generation = joinGeneration()
        defer {
            count(in: generation, -1)
            snapshots.subtract(1, ordering: .sequentiallyConsistent)
        }
        let outer = unsafe Store.innermost
        let version = committed.load(ordering: .sequentiallyConsistent)
        let frame = unsafe SnapshotFrame(version, of: self, outer: outer)
        return try unsafe withUnsafePointer(to: frame) { (frame) throws(Failure) in
            unsafe Store.slot.set(UnsafeMutableRawPointer(mutating: frame))
            defer { unsafe Store.slot.set(UnsafeMutableRawPointer(mutating: outer)) }
            return try body(version)
        }
    }

    /// Counts a snapshot in.
    private func joinGeneration() -> UInt64 {
        while true {
            let present = generation.load(ordering: .sequentiallyConsistent)
            count(in: present, 1)
            // Else it may have been taken for empty already.
            if generation.load(ordering: .sequentiallyConsistent) == present { return present }
            count(in: present, -1)
        }
    }

    private func count(in generation: UInt64, _ change: Int) {
        if generation.isMultiple(of: 2) {
            evenSnapshots.add(change, ordering: .sequentiallyConsistent)
        } else {
            oddSnapshots.add(change, ordering: .sequentiallyConsistent)
        }
    }

    /// Whether no snapshot of the generation before the present one is left, nor therefore of any older one.
    private func haveOlderEnded(than present: UInt64) -> Bool {
        if present.isMultiple(of: 2) {
            oddSnapshots.load(ordering: .sequentiallyConsistent) == 0
        } else {
            evenSnapshots.load(ordering: .sequentiallyConsistent) == 0
        }
    }

    private static var innermost: UnsafePointer<SnapshotFrame>? {
        unsafe slot.pointer.map { unsafe UnsafePointer($0.assumingMemoryBound(to: SnapshotFrame.self)) }
    }

    // MARK: Declaring

    /// The cell of a declaration, and whether somebody must be told of it; the same for all who declare the same.
    func cell<Value>(
        of declaration: CellDeclaration,
        _ fallback: Value
    ) -> (cell: Cell<Value>, place: Int, isNew: Bool) {
        let (cell, place, isNew, found) = registry.withLock { registry in
            let (place, isNew) = registry.place(of: declaration)
            let others = registry.entries[place].cells.lazy.compactMap { $0 as? Cell<Value> }
            if let cell = others.first(where: { $0.identity != nil && $0.identity == declaration.identity }) {
                return (cell, place, isNew, [TunerFault]())
            }
            let cell = Cell(declaration, fallback, in: self)
            let (shown, spec) = (registry.entries[place].shown, registry.entries[place].spec)
            var found = spec == declaration.spec ? [] : [TunerFault.declaredTwice(key: declaration.subject.key)]
            if shown != nil {
                // Nobody has read it yet, so that it is no publication.
                found += registry.publish(shown, in: cell, 0).fault
                _ = cell.prune(below: .max)
            }
            registry.entries[place].cells.append(cell)
            return (cell, place, isNew, found)
        }
        found.forEach(faults.report)
        return (cell, place, isNew)
    }

    /// What a file is to remember: what the daemon said last, and what it had said of subjects that nobody has declared yet.
    func memory() -> [(subject: CellSubject, value: JSON)] {
        registry.withLock { registry in
            let known = registry.entries.compactMap { entry in entry.told.map { (entry.subject, $0) } }
            return known + registry.remembered.map { ($0.key, $0.value) }
        }
    }

    /// How many subjects there are.
    var count: Int { registry.withLock { $0.entries.count } }

    /// What is known of all subjects, in the order in which they were declared.
    func entries() -> [Entry] { registry.withLock { $0.entries } }

    // MARK: Changing

    /// Publishes what the daemon has told, all at once; none where a subject has no value.
    func take(_ news: [(subject: CellSubject, value: JSON?)]) {
        commit { registry in
            news.compactMap { subject, value in
                guard let place = registry.places[subject] else { return nil }
                registry.entries[place].told = value
                return place
            }
        }
    }

    /// Publishes what the program is about to write; answers a number by which that ends.
    func begin(_ values: [(place: Int, value: JSON)]) -> UInt64 {
        var write: UInt64 = 0
        commit { registry in
            registry.lastWrite += 1
            write = registry.lastWrite
            for (place, value) in values {
                registry.entries[place].written.append((write, value))
            }
            return values.map(\.place)
        }
        return write
    }

    /// From now on what the daemon says counts again, be it what was written or what was before.
    func end(_ write: UInt64, at places: [Int]) {
        commit { registry in
            for place in places {
                registry.entries[place].written.removeAll { $0.write == write }
            }
            return places
        }
    }

    private func commit(_ change: (inout CellRegistry) -> [Int]) {
        let (changed, found) = registry.withLock { registry in
            let touched = change(&registry)
            let version = committed.load(ordering: .relaxed) + 1
            var changed: [AnyCell] = []
            var found: [TunerFault] = []
            for place in touched {
                let visible = registry.entries[place].visible
                guard visible != registry.entries[place].shown else { continue }
                registry.entries[place].shown = visible
                for cell in registry.entries[place].cells {
                    let (isPublished, fault) = registry.publish(visible, in: cell, version)
                    if isPublished { changed.append(cell) }
                    found += fault
                }
            }
            guard !changed.isEmpty else { return (changed, found) }
            committed.store(version, ordering: .sequentiallyConsistent)
            registry.note(unpruned: changed)
            let oldest = oldestSeen(version, &registry)
            registry.prune(below: oldest)
            return (changed, found)
        }
        // First: who waits for a change may ask then what was wrong with others of the same moment.
        found.forEach(faults.report)
        for cell in changed { cell.announce() }
    }

    /// As of which publication the oldest snapshot may look, when all is published through a newer one.
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
    /// Where the entry of a declaration is, and whether it came to be only now.
    fileprivate mutating func place(of declaration: CellDeclaration) -> (Int, isNew: Bool) {
        if let place = places[declaration.subject] { return (place, false) }
        var entry = Entry(subject: declaration.subject, spec: declaration.spec, isWanted: declaration.isWanted)
        entry.told = remembered.removeValue(forKey: declaration.subject)
        entry.shown = entry.told
        places[declaration.subject] = entries.count
        entries.append(entry)
        return (entries.count - 1, true)
    }

    /// Publishes a value in a cell; where that is of another type the fault says so: a tunable keeps what it has, a flag
    /// has its default.
    fileprivate func publish(
        _ json: JSON?,
        in cell: AnyCell,
        _ version: UInt64
    ) -> (isPublished: Bool, fault: [TunerFault]) {
        do {
            try cell.publish(json, version)
            return (true, [])
        } catch {
            let (key, reason) = (cell.subject.key, Coding.reason(error))
            let fault = TunerFault.undecodable(key: key, value: TunerValue(json ?? .null), reason: reason)
            guard case .flag = cell.subject else { return (false, [fault]) }
            return ((try? cell.publish(nil, version)) != nil, [fault])
        }
    }

    fileprivate mutating func note(unpruned cells: [AnyCell]) {
        for cell in cells where !cell.isUnpruned {
            cell.isUnpruned = true
            unpruned.append(cell)
        }
    }

    fileprivate mutating func prune(below version: UInt64) {
        // As long as the same snapshots look there is nothing more to let go of.
        guard version > pruned else { return }
        pruned = version
        unpruned.removeAll { cell in
            guard cell.prune(below: version) else { return false }
            cell.isUnpruned = false
            return true
        }
    }
}
