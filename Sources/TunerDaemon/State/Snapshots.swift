import JSONCore
import StateCore
import SystemCore
import TunerStore

/// Makes snapshots of the state when the journal has grown enough, one at a time, on a separate thread.
final class Snapshots {
    /// Whether the journal has grown enough for a snapshot, and no snapshot is in progress.
    private(set) var isDue = false
    private let files: any FileSystem
    private let directory: String
    private let wakeup: Wakeup
    private let log: Log
    /// The state to snapshot once a new journal has begun.
    private var waiting: (state: State, softState: SoftState)?
    private var thread: SnapshotThread?
    /// The size of the last snapshot in bytes.
    private var lastBytes: Int64

    init(_ files: any FileSystem, directory: String, lastBytes: Int64, wakeup: Wakeup, log: Log) {
        self.files = files
        self.directory = directory
        self.lastBytes = lastBytes
        self.wakeup = wakeup
        self.log = log
    }

    /// Notes the size of the journal and decides whether a snapshot is due.
    func noteJournal(_ size: JournalSize) {
        isDue = waiting == nil && thread == nil && SnapshotRule.isDue(size, lastSnapshot: lastBytes)
    }

    /// Keeps a state for a snapshot that starts with the next journal; returns false if a snapshot is already in
    /// progress.
    func begin(_ state: State, _ softState: SoftState) -> Bool {
        guard waiting == nil, thread == nil else { return false }
        isDue = false
        waiting = (state, softState)
        return true
    }

    /// Starts the snapshot thread, after a new journal has begun.
    func begin(_ header: FileHeader) {
        guard let (state, softState) = waiting.take() else { return }
        do {
            thread = try SnapshotThread(files, directory: directory, header, wakeup: wakeup) {
                (writer) throws(SnapshotFailure) in
                try writer.append(state, softState)
            }
        } catch {
            log.event(.warning, "making a snapshot failed: \(error)")
        }
    }

    /// Drops the waiting state, because no new journal could begin.
    func drop(_ error: StoreError) {
        waiting = nil
        log.event(.warning, "starting a snapshot failed: \(error)")
    }

    /// Joins the thread and logs its result, if the thread has finished.
    func endIfOver() {
        guard let outcome = thread?.poll() else { return }
        thread?.join()
        thread = nil
        switch outcome {
        case .success(let snapshot):
            lastBytes = snapshot.bytes
            log.event(.debug, "a snapshot was made", ["bytes": .integer(snapshot.bytes)])
            if let error = snapshot.leftover {
                let sentence = "removing an old file after the snapshot failed; the next snapshot tries again: \(error)"
                log.event(.warning, sentence)
            }
        case .failure(.cancelled):
            break
        case .failure(.failed(let error)):
            log.event(.warning, "making a snapshot failed: \(error)")
        }
    }

    /// Stops the thread and waits for its end; no snapshot is made.
    func cancel() {
        thread?.cancel()
        thread?.join()
    }
}

extension SnapshotWriter {
    /// Appends a whole state, line by line.
    fileprivate mutating func append(_ state: State, _ softState: SoftState) throws(SnapshotFailure) {
        try StateLines.forEach(of: state, softState) { (line) throws(SnapshotFailure) in
            try line.withBytes { (bytes) throws(SnapshotFailure) in try append(bytes) }
        }
    }
}
