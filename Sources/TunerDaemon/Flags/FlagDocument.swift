import FlagEngine
import JSONCore
import TunerAPI

/// The parts of a document of flags as they stood in a request, read as one, with the places of its faults in the request.
struct FlagDocument {
    /// A part, and the line in the document's own text in which it begins.
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

    /// The flags, or everything that is wrong with them.
    func read() throws(FlagFaults) -> FlagSet {
        do throws(FlagFaults) {
            return try FlagSet(text.span)
        } catch {
            throw error.moved { place in moved(place) }
        }
    }

    /// Each part begins a line of its own, so that a line tells which part it is of.
    private mutating func add(_ name: String, _ object: SourcedObject?) {
        guard let object else { return }
        text += "\(parts.isEmpty ? "" : "\n,")\"\(name)\":\n".utf8
        line += parts.isEmpty ? 1 : 2
        parts.append(Part(object: object, firstLine: line))
        text += object.text
        line += object.text.count { $0 == UInt8(ascii: "\n") }
    }

    private func moved(_ place: FlagFault.Position) -> FlagFault.Position {
        guard let part = parts.last(where: { $0.firstLine <= place.line }) else { return place }
        let isInFirstLine = place.line == part.firstLine
        return FlagFault.Position(
            line: place.line - part.firstLine + part.object.line,
            column: isInFirstLine ? place.column + part.object.column - 1 : place.column
        )
    }
}
