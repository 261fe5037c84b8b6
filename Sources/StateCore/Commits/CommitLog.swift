/// An array of commits that several histories share.
///
/// Each history knows its own range. The history whose range reaches the end may append in place, because the other
/// histories do not read there. The only holder of a log may also remove commits and move the others to the
/// beginning.
@safe
final class CommitLog {
    let capacity: Int
    /// The places that hold a commit of any history.
    private(set) var places = 0..<0
    private let commits: UnsafeMutablePointer<Commit>

    init(capacity: Int) {
        self.capacity = capacity
        unsafe commits = .allocate(capacity: capacity)
    }

    deinit {
        unsafe (commits + places.lowerBound).deinitialize(count: places.count)
        unsafe commits.deallocate()
    }

    /// Returns a new log with a part of this one and free places for `room` more commits.
    func copy(_ part: Range<Int>, room: Int) -> CommitLog {
        let copy = CommitLog(capacity: part.count + room)
        unsafe copy.commits.initialize(from: commits + part.lowerBound, count: part.count)
        copy.places = 0..<part.count
        return copy
    }

    /// The commit at a place, which must hold one.
    subscript(place: Int) -> Commit {
        precondition(places.contains(place), "a commit beyond the log")
        return unsafe commits[place]
    }

    /// Appends a commit.
    ///
    /// The log must have a free place.
    func append(_ commit: Commit) {
        precondition(places.upperBound < capacity, "a log that is full")
        unsafe (commits + places.upperBound).initialize(to: commit)
        places = places.lowerBound..<places.upperBound + 1
    }

    /// Removes the commits outside of `part`.
    func keep(_ part: Range<Int>) {
        // Mostly this removes one commit, for which a loop is faster than creating an array.
        for place in places.lowerBound..<part.lowerBound {
            _ = unsafe (commits + place).move()
        }
        for place in part.upperBound..<places.upperBound {
            _ = unsafe (commits + place).move()
        }
        places = part
    }

    /// Moves the commits to the beginning of the memory, to free the places after them.
    func moveToBeginning() {
        unsafe commits.moveInitialize(from: commits + places.lowerBound, count: places.count)
        places = 0..<places.count
    }
}

/// While several histories share the log, a place that was written never changes.
///
/// Only the thread of the newest history appends.
extension CommitLog: @unchecked Sendable {}
