import Synchronization
package import SystemCore

/// Writes one snapshot on a thread of its own, from a view of the state that nobody changes.
package final class SnapshotThread: Sendable {
    /// How it ended: the snapshot's size, or why there is none.
    package typealias Outcome = Result<Int64, SnapshotFailure>

    private let flag = Flag()
    private let outcome: Mutex<Outcome?>
    private let thread: Mutex<KernelThread?>

    private final class Flag: Sendable {
        let isCancelled = Atomic<Bool>(false)
    }

    /// Begins at once; signals when it has come to its end.
    package init(
        _ files: any FileSystem,
        folder: String,
        _ header: FileHeader,
        wakeup: Wakeup,
        _ write: @escaping @Sendable (inout SnapshotWriter) throws(SnapshotFailure) -> Void
    ) throws(SystemError) {
        outcome = Mutex(nil)
        thread = Mutex(nil)
        try thread.withLock { (thread) throws(SystemError) in
            thread = try KernelThread { [self] in
                let result = Self.run(files, folder, header, flag, write)
                outcome.withLock { $0 = result }
                wakeup.signal()
            }
        }
    }

    private static func run(
        _ files: any FileSystem,
        _ folder: String,
        _ header: FileHeader,
        _ flag: Flag,
        _ write: (inout SnapshotWriter) throws(SnapshotFailure) -> Void
    ) -> Outcome {
        do throws(SnapshotFailure) {
            var writer = try SnapshotWriter(files, folder: folder, header) {
                flag.isCancelled.load(ordering: .relaxed)
            }
            do throws(SnapshotFailure) {
                try write(&writer)
                return .success(try writer.finish())
            } catch {
                writer.abandon()
                return .failure(error)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Ends it soon; the snapshot may be finished all the same.
    package func cancel() { flag.isCancelled.store(true, ordering: .relaxed) }

    /// How it ended; none as long as it writes.
    package func poll() -> Outcome? { outcome.withLock { $0 } }

    /// Waits for its end; to be called once by whoever lets it go.
    package func join() {
        let started = thread.withLock { $0.take() }
        started?.join()
    }
}
