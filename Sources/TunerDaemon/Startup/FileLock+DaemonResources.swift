import SystemCore

extension FileLock {
    /// Acquires the lock; throws the error from `held`, with the holder's process ID, if another process has it.
    static func acquire(
        _ path: String,
        _ resource: StartupError.Resource,
        orFail held: (Int32?) -> StartupError
    ) throws(StartupError) -> FileLock {
        let outcome: Outcome
        do {
            outcome = try acquire(path)
        } catch {
            if let kind = try? Kernel.status(of: path, followingLinks: false).kind, kind != .regular {
                throw .lockIsNoFile(path, kind)
            }
            throw .failed(error, resource)
        }
        switch consume outcome {
        case .acquired(let lock): return lock
        case .held(let pid): throw held(pid)
        }
    }
}
