/// The newest commits, as many as the limits allow, and which of them were taken back.
///
/// A copy shares the commits, and the one that goes on from the newest adds to them in place: it costs the same however
/// much is remembered.
package struct History: Sendable {
    /// How much is remembered; the newest commit always is.
    package struct Limits: Equatable, Sendable {
        /// So many commits.
        package var commits = 1_000
        /// About so many bytes of them.
        package var bytes = 4 << 20

        /// The defaults.
        package init() {}
    }

    /// How much is remembered.
    package let limits: Limits
    /// The commits, the oldest first, and those that are forgotten here or unknown.
    private var log = CommitLog(capacity: 0)
    /// Which of them these are.
    private var part = 0..<0
    /// Of commits that are forgotten and still in the log.
    private var forgottenWeight = 0
    private var weight = 0
    /// Commits that were taken back, and by which.
    private var undone: [Int64: Int64] = [:]

    /// A history in which nothing happened.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// How many commits are remembered.
    package var count: Int { part.count }

    /// The last commit.
    package var newest: Commit? { part.isEmpty ? nil : log[part.upperBound - 1] }

    /// The commit that was made so many commits before the newest.
    package func commit(beforeNewest distance: Int) -> Commit { log[part.upperBound - 1 - distance] }

    /// The oldest commit that is remembered.
    package var oldest: Commit? { part.isEmpty ? nil : log[part.lowerBound] }

    /// Which commit took this one back.
    package func undoing(_ revision: Int64) -> Int64? { undone[revision] }

    /// The commits that one took back, the newest first.
    package func undone(by commit: Int64) -> [Int64] {
        undone.filter { $0.value == commit }.map(\.key).sorted(by: >)
    }

    /// All that were taken back, each with the commit that did it, the oldest first.
    package var marks: [(undone: Int64, by: Int64)] {
        undone.sorted { $0.key < $1.key }.map { (undone: $0.key, by: $0.value) }
    }

    /// Adds the newest commit.
    package mutating func append(_ commit: Commit) {
        if isKnownUniquelyReferenced(&log) {
            makeRoomInPlace()
        } else {
            makeRoom()
        }
        log.append(commit)
        part = part.lowerBound..<part.upperBound + 1
        weight += commit.weight
        while count > 1, count > limits.commits || weight > limits.bytes {
            forgetOldest()
        }
    }

    private mutating func makeRoomInPlace() {
        log.keep(part)
        forgottenWeight = 0
        guard log.places.upperBound == log.capacity else { return }
        // Where half is not free, moving would come again too soon.
        guard part.count < log.capacity / 2 else { return makeRoom() }
        log.moveToBeginning()
        part = log.places
    }

    private mutating func makeRoom() {
        let isNewest = part.upperBound == log.places.upperBound
        guard !isNewest || part.upperBound == log.capacity || forgottenWeight > limits.bytes / 2 else { return }
        // Room for as many again: each commit is copied once on average.
        log = log.copy(part, room: max(part.count, 16))
        part = log.places
        forgottenWeight = 0
    }

    /// Notes that commits were taken back by one.
    package mutating func mark(_ revisions: [Int64], undoneBy commit: Int64) {
        for revision in revisions {
            undone[revision] = commit
        }
    }

    /// Notes that commits count again.
    package mutating func unmark(_ revisions: [Int64]) {
        for revision in revisions {
            undone[revision] = nil
        }
    }

    private mutating func forgetOldest() {
        let commit = log[part.lowerBound]
        weight -= commit.weight
        forgottenWeight += commit.weight
        if !undone.isEmpty {
            undone[commit.revision] = nil
        }
        part = part.lowerBound + 1..<part.upperBound
    }
}

extension History {
    /// The commits behind a revision, the oldest first, where all of them are remembered; `newest` is the state's own
    /// revision, which may be beyond all commits.
    ///
    /// A revision that no commit made and none comes right behind may be one of those that were lost.
    package func commits(since revision: Int64, newest: Int64) -> [Commit]? {
        guard revision <= newest else { return nil }
        guard revision < newest else { return [] }
        var later: [Commit] = []
        for commit in newestFirst {
            guard commit.revision > revision else { return commit.revision == revision ? later.reversed() : nil }
            later.append(commit)
            if commit.revision == revision + 1 {
                return later.reversed()
            }
        }
        return nil
    }

    /// The commits, the oldest first.
    package var oldestFirst: some Sequence<Commit> { part.lazy.map { [log] in log[$0] } }

    /// The commits, the newest first.
    package var newestFirst: some Sequence<Commit> { part.reversed().lazy.map { [log] in log[$0] } }
}
