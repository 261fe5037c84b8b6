import JSONCore
import SystemCore

/// A JSON object that someone keeps in a file.
struct InputFile {
    /// The most bytes of a file: more than any export; a pipe without an end does not take all memory.
    static let longest = 1 << 30

    /// As the user named it; `-` is standard input.
    let name: String
    let text: [UInt8]
    let object: JSONObject
    private let source: JSONSource

    /// Reads it; a name that stands twice in an object is a mistake of whoever edited it.
    init(_ name: String, for command: String) throws(Failure) {
        guard !name.isEmpty else { throw .usage(UsageError(.emptyFileName, command: command)) }
        let bytes = try InputFile.bytes(of: name)
        self.name = name
        do throws(Fault) {
            guard let bytes else { throw .tooLong(most: InputFile.longest) }
            text = bytes
            (source, object) = try InputFile.object(in: bytes.span)
        } catch {
            throw .usage(UsageError(.file(name, error), command: command))
        }
    }

    /// The name as a message about it begins.
    var shownName: String { name == "-" ? "standard input" : name.shownWhole }

    /// The line in which what a path leads to begins, counted from 1.
    func line(of path: [JSONSource.Step]) -> Int {
        let node = source.node(at: path, in: text.span)
        return JSONFault.position(of: node?.value.lowerBound ?? 0, in: text.span).line
    }

    /// None where it is too long.
    static func bytes(of name: String, atMost most: Int = longest) throws(Failure) -> [UInt8]? {
        try Failure.system { () throws(SystemError) in
            guard name != "-" else { return try StandardInput.read(atMost: most) }
            let file = try Kernel.open(name, .read)
            let status = try Kernel.status(of: name)
            guard status.kind != .directory else { throw SystemError("read", .isDirectory, path: name) }
            // What a shell makes of <(...) has no size, and can be read once.
            guard status.kind == .regular else { return try StandardInput.read(file, atMost: most) }
            return status.size > most ? nil : try KernelFile(file).readWhole()
        }
    }

    /// Whether a text begins with what JSON does not: a byte order mark.
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
