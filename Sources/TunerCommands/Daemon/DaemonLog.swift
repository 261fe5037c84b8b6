import SystemCore
import TunerAPI

/// The log file of a daemon in the background, in its state directory.
struct DaemonLog {
    /// The number of bytes at the end of the file in which the last line is searched.
    private static let tail: Int64 = 4_096

    let path: String
    /// The size of the file before the new daemon starts.
    private let start: Int64

    /// Creates the directory and the file if they do not exist; the daemon rotates the file.
    init(state: String?) throws(Failure) {
        guard let state = StatePath(option: state, environment: Kernel.environmentPath) else { throw .noHome }
        let path = "\(state.path)/tunerd.log"
        start = try Failure.system { () throws(SystemError) in
            try KernelFileSystem().createDirectories(state.path, mode: 0o700)
            return try Kernel.status(of: try Kernel.open(path, [.write, .create])).size
        }
        self.path = path
    }

    /// Returns the last line that the new daemon has written, or nil.
    func lastWords() -> String? {
        do throws(SystemError) {
            let file = KernelFile(try Kernel.open(path, .read))
            let size = try file.status().size
            // If the file is shorter than before, the daemon has rotated it.
            let begin = max(size < start ? 0 : start, size - DaemonLog.tail)
            let bytes = try file.readFully(count: Int(DaemonLog.tail), at: begin)
            return bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }
}
