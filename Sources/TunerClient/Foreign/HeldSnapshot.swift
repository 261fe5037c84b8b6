import Synchronization
import SystemCore

/// A snapshot of a thread that no closure ends, in separate memory.
@safe
struct HeldSnapshot {
    /// The first property, so that it has the address of the snapshot.
    var frame: SnapshotFrame
    /// The generation of snapshots that it belongs to.
    let generation: UInt64
    /// The number of times that the program has begun it.
    var depth = 1
}

extension Tuner {
    /// Begins a snapshot on this thread, which ``endSnapshot()`` ends; snapshots can be nested.
    package func beginSnapshot() { store.beginSnapshot() }

    /// Ends the snapshot of this thread that has begun last; does nothing without one.
    package func endSnapshot() { store.endSnapshot() }

    /// Whether this thread reads the values of a snapshot.
    package var isInSnapshot: Bool { store.versionInSnapshot != nil }
}

extension CellStore {
    fileprivate func beginSnapshot() {
        if let held = unsafe held {
            unsafe held.pointee.depth += 1
            return
        }
        snapshots.add(1, ordering: .sequentiallyConsistent)
        let generation = joinGeneration()
        let version = committed.load(ordering: .sequentiallyConsistent)
        let held = UnsafeMutablePointer<HeldSnapshot>.allocate(capacity: 1)
        let frame = unsafe SnapshotFrame(version, of: self, outer: CellStore.innermost)
        unsafe held.initialize(to: HeldSnapshot(frame: frame, generation: generation))
        unsafe CellStore.slot.set(held)
    }

    fileprivate func endSnapshot() {
        guard let held = unsafe held else { return }
        unsafe held.pointee.depth -= 1
        guard unsafe held.pointee.depth == 0 else { return }
        unsafe unlink(held)
        readThrough.max(unsafe held.pointee.frame.version, ordering: .releasing)
        unsafe count(in: held.pointee.generation, -1)
        snapshots.subtract(1, ordering: .sequentiallyConsistent)
        unsafe held.deallocate()
    }

    /// The held snapshot of this store on this thread.
    private var held: UnsafeMutablePointer<HeldSnapshot>? {
        guard snapshots.load(ordering: .relaxed) > 0 else { return nil }
        var frame = unsafe CellStore.innermost
        while let candidate = unsafe frame {
            if unsafe candidate.pointee.store == ObjectIdentifier(self) {
                return unsafe UnsafeMutableRawPointer(mutating: candidate).assumingMemoryBound(to: HeldSnapshot.self)
            }
            unsafe frame = candidate.pointee.outer
        }
        return nil
    }

    /// Removes a snapshot from this thread; programs may end snapshots of several tuners in any order.
    private func unlink(_ held: UnsafeMutablePointer<HeldSnapshot>) {
        let outer = unsafe held.pointee.frame.outer
        guard var inner = unsafe CellStore.innermost, unsafe UnsafeRawPointer(inner) != UnsafeRawPointer(held) else {
            return unsafe CellStore.slot.set(UnsafeMutableRawPointer(mutating: outer))
        }
        while let next = unsafe inner.pointee.outer, unsafe UnsafeRawPointer(next) != UnsafeRawPointer(held) {
            unsafe inner = next
        }
        unsafe UnsafeMutableRawPointer(mutating: inner).assumingMemoryBound(to: HeldSnapshot.self).pointee.frame.outer =
            outer
    }
}
