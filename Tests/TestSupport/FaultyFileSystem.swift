import Synchronization
package import SystemCore

/// A file system in memory that fails as a test plans, and whose state after a crash can be examined.
///
/// After a crash, only what a sync has made durable is certain:
/// - `syncData` covers the content and the size of a file.
/// - `sync` covers the mode and the group too.
/// - `syncDirectory` covers the names in one directory. No sync of a file covers its name.
///
/// The file system has no symbolic links, no hard links and no "..", and permits every operation.
package final class FaultyFileSystem: FileSystem {
    /// A function called before each operation; returns the fault to inject, or nil.
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

// MARK: - Interface for tests

extension FaultyFileSystem {
    /// The operations so far, in order.
    package var operations: [DiskOperation] { state.withLock { $0.operations } }

    package var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    package func setPlan(_ plan: @escaping Plan) { state.withLock { $0.plan = plan } }

    /// Limits the total size of all files in bytes; nil removes the limit.
    package func setCapacity(_ capacity: Int?) { state.withLock { $0.disk.capacity = capacity } }

    /// Simulates a power failure between two operations: all later operations fail with EIO.
    package func cutPower() { state.withLock { $0.hasCrashed = true } }

    /// Returns a disk as it may be after a restart of the machine, without planned faults.
    ///
    /// Equal outcomes give equal disks. A test can examine one crashed disk with many outcomes.
    package func afterCrash(_ outcome: CrashOutcome) -> FaultyFileSystem {
        FaultyFileSystem(disk: state.withLock { $0.disk.afterCrash(outcome) }, plan: { _ in nil })
    }
}

// MARK: - Interface for the code under test

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

    /// Numbers and records an operation, and performs it with the planned fault.
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
                    // An unfinished sync makes nothing durable. Any other operation may already be complete.
                    if !kind.isSync { _ = try? body(&state.disk, count) }
                    throw .inputOutput
                }
            }
        } catch {
            throw SystemError(kind.rawValue, error, path: path)
        }
    }
}
