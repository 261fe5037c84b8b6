import JSONCore
import StateCore
import SystemCore
import TunerStore

/// Makes snapshots of the state on a thread of their own, one at a time, when the journal has grown enough.
final class Snapshots {
    /// Whether a snapshot is worth its work, and none is being made.
    private(set) var isDue = false
    private let files: any FileSystem
    private let folder: String
    private let wakeup: Wakeup
    private let log: Log
    /// The state that becomes a snapshot once a new journal has begun behind it.
    private var waiting: (state: State, softState: SoftState)?
    private var thread: SnapshotThread?
    /// How many bytes the last snapshot has.
    private var lastBytes: Int64

    init(_ files: any FileSystem, folder: String, lastBytes: Int64, wakeup: Wakeup, log: Log) {
        self.files = files
        self.folder = folder
        self.lastBytes = lastBytes
        self.wakeup = wakeup
        self.log = log
    }

    /// Notes how large the journal is.
    func noteJournal(_ size: JournalSize) {
        isDue = waiting == nil && thread == nil && SnapshotRule.isDue(size, lastSnapshot: lastBytes)
    }

    /// Takes a state to make a snapshot of when a new journal has begun; returns false if another one is being made.
    func take(_ state: State, _ softState: SoftState) -> Bool {
        guard waiting == nil, thread == nil else { return false }
        isDue = false
        waiting = (state, softState)
        return true
    }

    /// Begins the snapshot behind which a journal has begun.
    func begin(_ header: FileHeader) {
        guard let (state, softState) = waiting.take() else { return }
        do {
            thread = try SnapshotThread(files, folder: folder, header, wakeup: wakeup) {
                (writer) throws(SnapshotFailure) in
                try writer.append(state, softState)
            }
        } catch {
            log.event(.warning, "no snapshot was made: \(error)")
        }
    }

    /// Drops the state behind which no journal could begin.
    func drop(_ error: StoreError) {
        waiting = nil
        log.event(.warning, "no snapshot was begun: \(error)")
    }

    /// Notes the outcome if the thread has ended.
    func endIfOver() {
        guard let outcome = thread?.poll() else { return }
        thread?.join()
        thread = nil
        switch outcome {
        case .success(let bytes):
            lastBytes = bytes
            log.event(.debug, "a snapshot was made", ["bytes": .integer(bytes)])
        case .failure(.cancelled):
            break
        case .failure(.failed(let error)):
            log.event(.warning, "no snapshot was made: \(error)")
        }
    }

    /// Ends the thread without a snapshot.
    func cancel() {
        thread?.cancel()
        thread?.join()
    }
}

extension SnapshotWriter {
    /// Adds a whole state, line by line.
    fileprivate mutating func append(_ state: State, _ softState: SoftState) throws(SnapshotFailure) {
        try StateLines.forEach(of: state, softState) { (line) throws(SnapshotFailure) in
            try line.withBytes { (bytes) throws(SnapshotFailure) in try append(bytes) }
        }
    }
}
