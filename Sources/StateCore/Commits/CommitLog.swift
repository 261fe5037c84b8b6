/// Memory for commits that several histories read: each knows which part is its own, and the one that goes furthest may go
/// on in place, since the others do not look there.
///
/// Who holds it alone may also forget in place, and move what is left to the beginning.
@safe
final class CommitLog {
    let capacity: Int
    /// Where commits stand, whoever sees them.
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

    /// A log of its own with a part of this one, and room for so many more.
    func copy(_ part: Range<Int>, room: Int) -> CommitLog {
        let copy = CommitLog(capacity: part.count + room)
        unsafe copy.commits.initialize(from: commits + part.lowerBound, count: part.count)
        copy.places = 0..<part.count
        return copy
    }

    /// A commit that a history knows to be here.
    subscript(place: Int) -> Commit {
        precondition(places.contains(place), "a commit beyond the log")
        return unsafe commits[place]
    }

    /// Adds a commit behind the last, for which there must be room.
    func append(_ commit: Commit) {
        precondition(places.upperBound < capacity, "a log that is full")
        unsafe (commits + places.upperBound).initialize(to: commit)
        places = places.lowerBound..<places.upperBound + 1
    }

    /// Forgets what stands before or behind a part.
    func keep(_ part: Range<Int>) {
        // It is one commit mostly, which is quicker to forget by itself than as an array.
        for place in places.lowerBound..<part.lowerBound {
            _ = unsafe (commits + place).move()
        }
        for place in part.upperBound..<places.upperBound {
            _ = unsafe (commits + place).move()
        }
        places = part
    }

    /// Makes room behind the last.
    func moveToBeginning() {
        unsafe commits.moveInitialize(from: commits + places.lowerBound, count: places.count)
        places = 0..<places.count
    }
}

/// A place once written stays as it is while more than one holds the log; only one thread, that of the newest history, adds
/// any.
extension CommitLog: @unchecked Sendable {}
