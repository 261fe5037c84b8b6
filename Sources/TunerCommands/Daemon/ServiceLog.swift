import SystemCore
import TunerAPI

/// The log file of a program in the background, in the state directory.
struct ServiceLog {
    /// The number of bytes at the end of the file in which the last line is searched.
    private static let tail: Int64 = 4_096

    let path: String
    /// The size of the file before the program starts.
    private let start: Int64

    /// Creates the directory and the file if they do not exist; the daemon rotates its file.
    init(of program: ServiceProgram, state: String?) throws(Failure) {
        guard let state = StatePath(option: state, environment: Kernel.environmentPath) else { throw .noHome }
        let path = "\(state.path)/\(program.rawValue).log"
        start = try Failure.system { () throws(SystemError) in
            try KernelFileSystem().createDirectories(state.path, mode: 0o700)
            return try Kernel.status(of: try Kernel.open(path, [.write, .create])).size
        }
        self.path = path
    }

    /// Returns the last line that the program has written, or nil.
    func lastWords() -> String? {
        do throws(SystemError) {
            let file = KernelFile(try Kernel.open(path, .read))
            let size = try file.status().size
            // If the file is shorter than before, the daemon has rotated it.
            let begin = max(size < start ? 0 : start, size - ServiceLog.tail)
            let bytes = try file.readFully(count: Int(ServiceLog.tail), at: begin)
            return bytes.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }
}
