import ConsoleCore
import JSONCore
import SearchEngine
import SystemCore

/// The file of a search: a line about the search, and a line for each measurement.
///
/// Each line is written at once, so after a crash only the last one can be incomplete. The file is locked: two searches at
/// a time would mix their lines.
final class SearchFile {
    private let file: Descriptor
    private let path: String
    /// The first line; nil if the file is new.
    private(set) var header: JSON?
    /// The measurements of former runs.
    private(set) var lines: [JSON] = []

    /// The start of each first line.
    private static let start = Array(#"{"search":"tunerctl optimize""#.utf8)

    /// Opens or creates the file, reads it, and removes an incomplete last line.
    ///
    /// A file that is not that of a search stays unchanged.
    init(_ path: String, for command: String) throws(Failure) {
        self.path = path
        let isFree: Bool
        do throws(SystemError) {
            file = try Kernel.openToAppend(path, mode: 0o644)
            isFree = try Kernel.lock(file)
        } catch {
            throw .unreadable(error)
        }
        guard isFree else {
            throw .usage(
                UsageError(.text("another search uses \(path.shownWhole); name another file"), command: command)
            )
        }
        guard let bytes = try InputFile.bytes(of: path) else {
            throw .usage(UsageError(.file(path, .tooLong(most: InputFile.limit)), command: command))
        }
        guard bytes.starts(with: SearchFile.start.prefix(bytes.count)) else {
            let sentence = "\(path.shownWhole) is not the file of a search; name a new file"
            throw .usage(UsageError(.text(sentence), command: command))
        }
        let complete = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        for (index, line) in bytes[..<complete].split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let json = try? JSON.parse(Array(line).span) else {
                let sentence = "\(path.shownWhole) is not the file of a search: line \(index + 1) is not JSON"
                throw .usage(UsageError(.text(sentence), command: command))
            }
            if index == 0 { header = json } else { lines.append(json) }
        }
        if complete < bytes.count {
            try Failure.system { () throws(SystemError) in try Kernel.truncate(file, to: Int64(complete)) }
        }
    }

    /// Appends a line.
    func append(_ json: JSON) throws(Failure) {
        let bytes = Array("\(JSONText.compact(json))\n".utf8)
        try Failure.system { () throws(SystemError) in
            var done = 0
            while done < bytes.count {
                switch try Kernel.write(file, bytes.span.extracting(done...)) {
                case .bytes(let count): done += count
                case .wouldBlock: _ = try Kernel.wait(for: .writable, on: file, .forever)
                case .end: return
                }
            }
        }
    }
}

@available(*, unavailable)
extension SearchFile: Sendable {}
