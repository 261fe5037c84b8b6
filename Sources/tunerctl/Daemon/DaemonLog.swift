import SystemCore
import TunerAPI

/// The file that a daemon in the background writes to, in the folder of its state.
struct DaemonLog {
    /// What a log may have grown to for a new daemon's words to follow; beyond it they begin a new one.
    private static let longest: Int64 = 1 << 20
    /// How much of its end is looked at for last words.
    private static let tail: Int64 = 4_096

    let path: String
    /// Where a new daemon's words begin.
    private let start: Int64

    /// Makes the folder and the file, as far as they are not there; of a log that is too long one is kept beside it.
    init(_ options: Options) throws(Failure) {
        guard let state = StatePath(option: options.state, environment: Kernel.environmentPath) else { throw .noHome }
        let path = "\(state.path)/tunerd.log"
        start = try Failure.system { () throws(SystemError) in
            try KernelFileSystem().createDirectories(state.path, mode: 0o700)
            let size = try DaemonLog.open(path)
            guard size > DaemonLog.longest else { return size }
            try Kernel.rename(path, to: "\(path).1")
            return try DaemonLog.open(path)
        }
        self.path = path
    }

    /// The last line that the daemon has written; none where it has written nothing.
    func lastWords() -> String? {
        do throws(SystemError) {
            let file = KernelFile(try Kernel.open(path, .read))
            let begin = max(start, try file.status().size - DaemonLog.tail)
            let bytes = try file.readFully(count: Int(DaemonLog.tail), at: begin)
            return bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }

    /// Makes the file where it is missing; answers its size.
    private static func open(_ path: String) throws(SystemError) -> Int64 {
        try Kernel.status(of: try Kernel.open(path, [.write, .create])).size
    }
}
