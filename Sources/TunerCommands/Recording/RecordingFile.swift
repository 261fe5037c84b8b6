import ConsoleCore
import JSONCore
import SystemCore

/// The file that a recorder writes, one whole line at a time.
final class RecordingFile {
    private let file: KernelFile
    private var size: Int64 = 0

    /// Creates the file; throws EEXIST if it exists, unless it is to be replaced.
    init(_ path: String, replaces: Bool) throws(SystemError) {
        let options: OpenOptions = [.write, .create, .regular, replaces ? .truncate : .exclusive]
        file = KernelFile(try Kernel.open(path, options))
    }

    /// Appends a line.
    func append(_ line: JSON) throws(SystemError) {
        let bytes = Array("\(JSONText.compact(line))\n".utf8)
        try file.writeFully(bytes.span, at: size)
        size += Int64(bytes.count)
    }
}
