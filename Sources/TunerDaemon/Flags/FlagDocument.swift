import FlagEngine
import JSONCore
import TunerAPI

/// The flag document in a request, joined from its parts; its faults have positions in the request.
struct FlagDocument {
    /// A part, and the line at which it begins in the joined text.
    private struct Part {
        let object: SourcedObject
        let firstLine: Int
    }

    private var text: [UInt8] = []
    private var parts: [Part] = []
    private var line = 1

    init(flags: SourcedObject, evaluators: SourcedObject?, metadata: SourcedObject?) {
        text += "{".utf8
        add("flags", flags)
        add("$evaluators", evaluators)
        add("metadata", metadata)
        text += "}".utf8
    }

    /// Returns the flags; throws all faults of the document.
    func read() throws(FlagFaults) -> FlagSet {
        do throws(FlagFaults) {
            return try FlagSet(text.span)
        } catch {
            throw error.moved { position in moved(position) }
        }
    }

    /// Returns the valid flags and the faults of the others; throws all faults if the document itself has one.
    func readPartially() throws(FlagFaults) -> (flags: PartialFlagSet, faulty: [FaultyFlag]) {
        do throws(FlagFaults) {
            let read = try PartialFlagSet(text.span)
            return (read, read.faulty.map { flag in flag.moved { position in moved(position) } })
        } catch {
            throw error.moved { position in moved(position) }
        }
    }

    /// Adds a part at the start of a new line, so that a line number identifies the part.
    private mutating func add(_ name: String, _ object: SourcedObject?) {
        guard let object else { return }
        text += "\(parts.isEmpty ? "" : "\n,")\"\(name)\":\n".utf8
        line += parts.isEmpty ? 1 : 2
        parts.append(Part(object: object, firstLine: line))
        text += object.text
        line += object.text.count { $0 == UInt8(ascii: "\n") }
    }

    private func moved(_ position: FlagFault.Position) -> FlagFault.Position {
        guard let part = parts.last(where: { $0.firstLine <= position.line }) else { return position }
        let isInFirstLine = position.line == part.firstLine
        return FlagFault.Position(
            line: position.line - part.firstLine + part.object.line,
            column: isInFirstLine ? position.column + part.object.column - 1 : position.column
        )
    }
}
