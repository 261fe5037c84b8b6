import SystemCore

/// What the lines of a log are written to, and the end of what was written.
struct LogTarget {
    /// The log file; nil if the log goes to standard error.
    var file: LogFile?
    /// Whether the last line is not whole, because the disk was full.
    private var isCut = false
    /// Whether the last attempt to reopen or rotate the file failed.
    private var hasFailed = false

    /// Prepares the file for a line of `count` bytes; returns a failure that no line has reported yet.
    mutating func makeRoom(for count: Int, in output: borrowing Descriptor) -> SystemError? {
        let before = file?.identity
        defer {
            // A new file begins with a whole line.
            if file?.identity != before { isCut = false }
        }
        do throws(SystemError) {
            try file?.makeRoom(for: count, replacing: output)
            hasFailed = false
            return nil
        } catch {
            defer { hasFailed = true }
            return hasFailed ? nil : error
        }
    }

    /// Writes a line, or a part of it if the disk is full.
    mutating func write(_ line: [UInt8], to output: borrowing Descriptor) {
        let bytes = isCut ? [UInt8(ascii: "\n")] + line : line
        do {
            guard try Kernel.wait(for: .writable, on: output, .none).isWritable,
                case .bytes(let count) = try Kernel.write(output, bytes.span), count > 0
            else { return }
            isCut = count < bytes.count
        } catch {
            // The line is lost: nothing else can report the failure.
        }
    }
}
