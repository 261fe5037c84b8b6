import Synchronization
package import SystemCore

/// A disk in memory that fails when and how a test wants it to, and can be looked at after a crash.
///
/// It is exact about what a sync promises: `syncData` content and size, `sync` mode and group too, `syncDirectory` the
/// names in one directory; no sync of a file saves its name. Nothing else is certain after a crash. It has no symbolic
/// links, no hard links, no "..", and grants everything.
package final class FaultyFileSystem: FileSystem {
    /// Asked before each operation.
    package typealias Plan = @Sendable (DiskOperation) -> DiskFault?

    struct State {
        var disk: SimulatedDisk
        var operations: [DiskOperation] = []
        var plan: Plan
        var hasCrashed = false
    }

    let state: Mutex<State>

    package convenience init(plan: @escaping Plan = { _ in nil }) {
        self.init(disk: SimulatedDisk(), plan: plan)
    }

    private init(disk: SimulatedDisk, plan: @escaping Plan) {
        state = Mutex(State(disk: disk, plan: plan))
    }
}

// MARK: - For the test

extension FaultyFileSystem {
    /// All so far, in order.
    package var operations: [DiskOperation] { state.withLock { $0.operations } }

    package var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    package func setPlan(_ plan: @escaping Plan) { state.withLock { $0.plan = plan } }

    /// The bytes all files may have together; nil for no limit.
    package func setCapacity(_ capacity: Int?) { state.withLock { $0.disk.capacity = capacity } }

    /// A crash between two operations: whatever follows fails with EIO.
    package func cutPower() { state.withLock { $0.hasCrashed = true } }

    /// What a machine may find on this disk when it starts again, with no faults planned.
    ///
    /// The same outcome gives the same disk; a crashed disk can be looked at with many outcomes.
    package func afterCrash(_ outcome: CrashOutcome) -> FaultyFileSystem {
        FaultyFileSystem(disk: state.withLock { $0.disk.afterCrash(outcome) }, plan: { _ in nil })
    }
}

// MARK: - For the code under test

extension FaultyFileSystem {
    package func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File {
        precondition(!options.isDisjoint(with: [.read, .write]), "a file is opened to read or to write")
        let node = try perform(.open, path) { (disk, _) throws(Errno) in
            try disk.open(path, options, mode: mode)
        }
        return FaultyFile(fileSystem: self, node: node, path: path, options: options)
    }

    package func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
        try perform(.status, path) { (disk, _) throws(Errno) in disk.status(of: try disk.node(at: path)) }
    }

    package func rename(_ source: String, to target: String) throws(SystemError) {
        try perform(.rename, source) { (disk, _) throws(Errno) in try disk.rename(source, to: target) }
    }

    package func removeFile(_ path: String) throws(SystemError) {
        try perform(.removeFile, path) { (disk, _) throws(Errno) in try disk.removeFile(path) }
    }

    package func createDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        try perform(.createDirectory, path) { (disk, _) throws(Errno) in try disk.createDirectory(path, mode: mode) }
    }

    package func removeDirectory(_ path: String) throws(SystemError) {
        try perform(.removeDirectory, path) { (disk, _) throws(Errno) in try disk.removeDirectory(path) }
    }

    package func setMode(_ path: String, _ mode: UInt32) throws(SystemError) {
        try perform(.setMode, path) { (disk, _) throws(Errno) in
            disk.setAttributes(of: try disk.node(at: path)) { $0.mode = mode }
        }
    }

    package func setGroup(_ path: String, _ group: UInt32) throws(SystemError) {
        try perform(.setGroup, path) { (disk, _) throws(Errno) in
            disk.setAttributes(of: try disk.node(at: path)) { $0.group = group }
        }
    }

    package func names(in path: String) throws(SystemError) -> [String] {
        try perform(.names, path) { (disk, _) throws(Errno) in try disk.names(of: disk.node(at: path)).keys.sorted() }
    }

    package func syncDirectory(_ path: String) throws(SystemError) {
        try perform(.syncDirectory, path) { (disk, _) throws(Errno) in try disk.syncDirectory(disk.node(at: path)) }
    }

    /// Numbers the operation and gives it the fate that was planned for it.
    func perform<Value>(
        _ kind: DiskOperation.Kind,
        _ path: String,
        file node: Int? = nil,
        count: Int = 0,
        _ body: (inout SimulatedDisk, _ limit: Int) throws(Errno) -> Value
    ) throws(SystemError) -> Value {
        do {
            return try state.withLock { (state) throws(Errno) in
                guard !state.hasCrashed else { throw .inputOutput }
                let number = state.operations.count + 1
                let operation = DiskOperation(number: number, kind: kind, path: path, count: count)
                state.operations.append(operation)
                switch state.plan(operation) {
                case nil: return try body(&state.disk, count)
                case .short(let limit)?: return try body(&state.disk, min(count, max(1, limit)))
                case .fail(let errno)?:
                    if kind.isSync, let node { state.disk.change(node) { $0.failSync() } }
                    throw errno
                case .crash?:
                    state.hasCrashed = true
                    // A sync that did not end promised nothing; anything else may be on its way.
                    if !kind.isSync { _ = try? body(&state.disk, count) }
                    throw .inputOutput
                }
            }
        } catch {
            throw SystemError(kind.rawValue, error, path: path)
        }
    }
}
