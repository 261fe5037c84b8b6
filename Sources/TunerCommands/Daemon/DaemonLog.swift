import SystemCore
import TunerAPI

/// The file that a daemon in the background writes to, in the folder of its state.
struct DaemonLog {
    /// How much of its end is looked at for last words.
    private static let tail: Int64 = 4_096

    let path: String
    /// Where a new daemon's words begin.
    private let start: Int64

    /// Makes the folder and the file, as far as they are not there; the daemon itself rotates the file.
    init(state: String?) throws(Failure) {
        guard let state = StatePath(option: state, environment: Kernel.environmentPath) else { throw .noHome }
        let path = "\(state.path)/tunerd.log"
        start = try Failure.system { () throws(SystemError) in
            try KernelFileSystem().createDirectories(state.path, mode: 0o700)
            return try Kernel.status(of: try Kernel.open(path, [.write, .create])).size
        }
        self.path = path
    }

    /// The last line that the daemon has written; none where it has written nothing.
    func lastWords() -> String? {
        do throws(SystemError) {
            let file = KernelFile(try Kernel.open(path, .read))
            let size = try file.status().size
            // A file that is shorter than it was is a new one.
            let begin = max(size < start ? 0 : start, size - DaemonLog.tail)
            let bytes = try file.readFully(count: Int(DaemonLog.tail), at: begin)
            return bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }
}
