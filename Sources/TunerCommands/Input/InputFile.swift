import JSONCore
import SystemCore

/// A JSON object in a file.
struct InputFile {
    /// The limit of bytes: larger than any export, so that an endless pipe does not fill the memory.
    static let limit = 1 << 30

    /// The path from the command line; `-` is standard input.
    let name: String
    let text: [UInt8]
    let object: JSONObject
    private let source: JSONSource

    /// Reads a file; a duplicate name in an object is an error.
    init(_ name: String, for command: String) throws(Failure) {
        guard !name.isEmpty else { throw .usage(UsageError(.emptyFileName, command: command)) }
        let bytes = try InputFile.bytes(of: name)
        self.name = name
        do throws(Fault) {
            guard let bytes else { throw .tooLong(most: InputFile.limit) }
            text = bytes
            (source, object) = try InputFile.object(in: bytes.span)
        } catch {
            throw .usage(UsageError(.file(name, error), command: command))
        }
    }

    /// The name at the beginning of messages about the file.
    var shownName: String { name == "-" ? "standard input" : name.shownWhole }

    /// Returns the line in which the value at a path begins; the first line is 1.
    func line(of path: [JSONSource.Step]) -> Int {
        let node = source.node(at: path, in: text.span)
        return JSONFault.position(of: node?.value.lowerBound ?? 0, in: text.span).line
    }

    /// Returns the content, or nil if it is longer than the limit.
    static func bytes(of name: String, atMost most: Int = limit) throws(Failure) -> [UInt8]? {
        do throws(SystemError) {
            guard name != "-" else { return try StandardInput.read(atMost: most) }
            let file = try Kernel.open(name, .read)
            let status = try Kernel.status(of: name)
            guard status.kind != .directory else { throw SystemError("read", .isDirectory, path: name) }
            // The FIFO of a shell's `<(...)` has no size, and can only be read once.
            guard status.kind == .regular else { return try StandardInput.read(file, atMost: most) }
            return status.size > most ? nil : try KernelFile(file).readWhole()
        } catch {
            throw .unreadable(error)
        }
    }

    /// Returns whether a text begins with a byte order mark.
    static func isMarked(_ text: Span<UInt8>) -> Bool {
        text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
    }

    static func object(
        in text: Span<UInt8>,
        depthLimit: Int = JSON.defaultDepthLimit
    ) throws(Fault) -> (JSONSource, JSONObject) {
        let source: JSONSource
        do {
            source = try JSONSource(text, depthLimit: depthLimit)
        } catch {
            guard !isMarked(text) else { throw .byteOrderMark }
            let (line, column) = error.position(in: text)
            throw .noJSON(error, line: line, column: column)
        }
        if let duplicate = source.duplicates.first {
            let (line, column) = JSONFault.position(of: duplicate.again, in: text)
            throw .duplicate(duplicate.name, line: line, column: column)
        }
        guard case .object(let object) = source.value else { throw .noObject(source.value.kind) }
        return (source, object)
    }
}
