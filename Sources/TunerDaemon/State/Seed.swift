import JSONCore
import StateCore
import SystemCore
import TunableEngine

/// The first values of a new state, read from a JSON file: one object with values by key.
struct Seed {
    /// The values in the order of the file.
    let entries: [Mutation.Entry]

    private let path: String
    private let text: [UInt8]
    private let source: JSONSource

    /// Reads and checks a seed file.
    init(_ files: any FileSystem, _ path: String) throws(SeedFault) {
        let text: [UInt8]
        do {
            text = try files.open(path, [.read, .regular]).readWhole()
        } catch {
            throw .unreadable(path, error)
        }
        let source: JSONSource
        do {
            source = try JSONSource(text.span)
        } catch {
            throw .noJSON(path, error.message(in: text.span))
        }
        guard case .object(let object) = source.value else { throw .noObject(path) }
        if let duplicate = source.duplicates.first {
            throw .duplicate(path, duplicate.name, FilePosition(duplicate.again, in: text))
        }
        var entries: [Mutation.Entry] = []
        for member in object.members {
            do throws(KeyFault) {
                entries.append(Mutation.Entry(try Key(member.name), member.value))
            } catch {
                let node = source.node(at: [.name(member.name)], in: text.span)
                let position = FilePosition(node?.name?.lowerBound ?? 0, in: text)
                throw .key(path, error.sentence(about: member.name), position)
            }
        }
        self.entries = entries
        self.path = path
        self.text = text
        self.source = source
    }

    /// Stores the values in a new state.
    func plant(with writer: StateWriter) throws(SeedFault) {
        do {
            try writer.perform(.update(entries, WriteOptions()), by: Author(actor: .daemon))
        } catch {
            throw .refused(path, error, position(of: error))
        }
    }

    /// Returns the position of the refused value in the file, or of the first one; nil if no single value was refused.
    private func position(of refusal: StateRefusal) -> FilePosition? {
        switch refusal {
        case .value(let key, _), .undeclared(let key, _, _):
            source.node(at: [.name(key.text)], in: text.span).map { FilePosition($0.value.lowerBound, in: text) }
        case .several(let faults): faults.first.flatMap { position(of: $0) }
        default: nil
        }
    }
}
