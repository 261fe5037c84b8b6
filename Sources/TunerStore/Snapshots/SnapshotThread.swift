import Synchronization
package import SystemCore

/// A thread that writes one snapshot, from a copy of the state that no other thread changes.
package final class SnapshotThread: Sendable {
    /// The snapshot, or the reason why there is none.
    package typealias Outcome = Result<FinishedSnapshot, SnapshotFailure>

    private let cancellation = Cancellation()
    private let outcome: Mutex<Outcome?>
    private let thread: Mutex<KernelThread?>

    private final class Cancellation: Sendable {
        let isCancelled = Atomic<Bool>(false)
    }

    /// Creates the thread and starts it; the thread signals `wakeup` when it has finished.
    package init(
        _ files: any FileSystem,
        directory: String,
        _ header: FileHeader,
        wakeup: Wakeup,
        _ write: @escaping @Sendable (inout SnapshotWriter) throws(SnapshotFailure) -> Void
    ) throws(SystemError) {
        outcome = Mutex(nil)
        thread = Mutex(nil)
        try thread.withLock { (thread) throws(SystemError) in
            thread = try KernelThread { [self] in
                let result = Self.run(files, directory, header, cancellation, write)
                outcome.withLock { $0 = result }
                wakeup.signal()
            }
        }
    }

    private static func run(
        _ files: any FileSystem,
        _ directory: String,
        _ header: FileHeader,
        _ cancellation: Cancellation,
        _ write: (inout SnapshotWriter) throws(SnapshotFailure) -> Void
    ) -> Outcome {
        do throws(SnapshotFailure) {
            var writer = try SnapshotWriter(files, directory: directory, header) {
                cancellation.isCancelled.load(ordering: .relaxed)
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

    /// Requests an early end; the snapshot may still be finished.
    package func cancel() { cancellation.isCancelled.store(true, ordering: .relaxed) }

    /// Returns the outcome, or nil while the snapshot is being written.
    package func poll() -> Outcome? { outcome.withLock { $0 } }

    /// Waits for the thread to end; the owner must call it once.
    package func join() {
        let started = thread.withLock { $0.take() }
        started?.join()
    }
}
