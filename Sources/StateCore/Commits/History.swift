/// The newest commits within the limits, and which of them were undone.
///
/// Copies share the commits. Appending to the newest copy happens in place, so its cost does not depend on the number
/// of commits.
package struct History: Sendable {
    /// How much the history keeps.
    ///
    /// It always keeps the newest commit.
    package struct Limits: Equatable, Sendable {
        /// The most commits.
        package var commits = 1_000
        /// About the most bytes of memory that the commits take.
        package var bytes = 4 << 20

        package init() {}
    }

    package let limits: Limits
    /// The commits from the oldest to the newest.
    ///
    /// The log may also hold commits that this history has dropped, and newer commits of another copy.
    private var log = CommitLog(capacity: 0)
    /// The range of this history in ``log``.
    private var part = 0..<0
    /// The weight of the commits that this history has dropped and the log still holds.
    private var forgottenWeight = 0
    private var weight = 0
    /// The undone commits, each with the revision of the commit that undid it.
    private var undone: [Int64: Int64] = [:]
    /// The keys that are declared secret now, or were before or after a commit of this history.
    package internal(set) var secretKeys = SecretKeys()

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    package var count: Int { part.count }

    package var newest: Commit? { part.isEmpty ? nil : log[part.upperBound - 1] }

    /// Returns the commit that is `distance` commits older than the newest.
    package func commit(beforeNewest distance: Int) -> Commit { log[part.upperBound - 1 - distance] }

    package var oldest: Commit? { part.isEmpty ? nil : log[part.lowerBound] }

    /// Returns the revision of the commit that undid a commit, or nil if the commit is not undone.
    package func undoing(_ revision: Int64) -> Int64? { undone[revision] }

    /// Returns the revisions that one commit undid, the newest first.
    package func undone(by commit: Int64) -> [Int64] {
        undone.filter { $0.value == commit }.map(\.key).sorted(by: >)
    }

    /// All undone commits, each with the commit that undid it, the oldest first.
    package var marks: [(undone: Int64, by: Int64)] {
        undone.sorted { $0.key < $1.key }.map { (undone: $0.key, by: $0.value) }
    }

    /// Appends the newest commit, and drops the oldest ones that the limits do not allow.
    package mutating func append(_ commit: Commit) {
        if isKnownUniquelyReferenced(&log) {
            makeRoomInPlace()
        } else {
            makeRoom()
        }
        log.append(commit)
        part = part.lowerBound..<part.upperBound + 1
        weight += commit.weight
        if !commit.isPlain {
            for key in commit.secretKeys { secretKeys.add(key) }
        }
        while count > 1, count > limits.commits || weight > limits.bytes {
            forgetOldest()
        }
    }

    private mutating func makeRoomInPlace() {
        log.keep(part)
        forgottenWeight = 0
        guard log.slots.upperBound == log.capacity else { return }
        // If less than half is free, the next move would be needed too soon.
        guard part.count < log.capacity / 2 else { return makeRoom() }
        log.moveToBeginning()
        part = log.slots
    }

    private mutating func makeRoom() {
        let isNewest = part.upperBound == log.slots.upperBound
        guard !isNewest || part.upperBound == log.capacity || forgottenWeight > limits.bytes / 2 else { return }
        // The capacity doubles, so that each commit is copied once on average.
        log = log.copy(part, room: max(part.count, 16))
        part = log.slots
        forgottenWeight = 0
    }

    /// Records that the commit of a revision undid other commits.
    package mutating func mark(_ revisions: [Int64], undoneBy commit: Int64) {
        for revision in revisions {
            undone[revision] = commit
        }
    }

    /// Records that undone commits were redone.
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
        if !secretKeys.isEmpty {
            for key in commit.secretKeys { secretKeys.remove(key) }
        }
        part = part.lowerBound + 1..<part.upperBound
    }
}

extension History {
    /// Returns the commits after a revision, the oldest first, or nil if the history does not have all of them.
    ///
    /// `newest` is the state's revision, which may be greater than that of any commit. The result is also nil if no
    /// commit has this revision or the next one: the revision may belong to a lost commit.
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

    package var oldestFirst: some Sequence<Commit> { part.lazy.map { [log] in log[$0] } }

    package var newestFirst: some Sequence<Commit> { part.reversed().lazy.map { [log] in log[$0] } }
}
