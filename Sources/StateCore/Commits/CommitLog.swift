/// An array of commits that several histories share.
///
/// Each history knows its own range. The history whose range reaches the end may append in place, because the other
/// histories do not read there. The only holder of a log may also remove commits and move the others to the
/// beginning.
@safe
final class CommitLog {
    let capacity: Int
    /// The slots that hold a commit of any history.
    private(set) var slots = 0..<0
    private let commits: UnsafeMutablePointer<Commit>

    init(capacity: Int) {
        self.capacity = capacity
        unsafe commits = .allocate(capacity: capacity)
    }

    deinit {
        unsafe (commits + slots.lowerBound).deinitialize(count: slots.count)
        unsafe commits.deallocate()
    }

    /// Returns a new log with a part of this one and free slots for `room` more commits.
    func copy(_ part: Range<Int>, room: Int) -> CommitLog {
        let copy = CommitLog(capacity: part.count + room)
        unsafe copy.commits.initialize(from: commits + part.lowerBound, count: part.count)
        copy.slots = 0..<part.count
        return copy
    }

    /// The commit at a slot, which must hold one.
    subscript(slot: Int) -> Commit {
        precondition(slots.contains(slot), "a commit beyond the log")
        return unsafe commits[slot]
    }

    /// Appends a commit.
    ///
    /// The log must have a free slot.
    func append(_ commit: Commit) {
        precondition(slots.upperBound < capacity, "a log that is full")
        unsafe (commits + slots.upperBound).initialize(to: commit)
        slots = slots.lowerBound..<slots.upperBound + 1
    }

    /// Removes the commits outside of `part`.
    func keep(_ part: Range<Int>) {
        // Mostly this removes one commit, for which a loop is faster than creating an array.
        for slot in slots.lowerBound..<part.lowerBound {
            _ = unsafe (commits + slot).move()
        }
        for slot in part.upperBound..<slots.upperBound {
            _ = unsafe (commits + slot).move()
        }
        slots = part
    }

    /// Moves the commits to the beginning of the memory, to free the slots after them.
    func moveToBeginning() {
        unsafe commits.moveInitialize(from: commits + slots.lowerBound, count: slots.count)
        slots = 0..<slots.count
    }
}

/// While several histories share the log, a slot that was written never changes.
///
/// Only the thread of the newest history appends.
extension CommitLog: @unchecked Sendable {}
