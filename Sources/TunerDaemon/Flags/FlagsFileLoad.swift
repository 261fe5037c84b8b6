import FlagEngine
import JSONCore
import StateCore
import SystemCore

/// A load of the flags file: the long part of the work, which needs no event loop.
enum FlagsFileLoad: Sendable {
    /// Reads the file at a path. `text` identifies the last contents, and `flags` are the definitions in use.
    case read(_ files: any FileSystem, path: String, text: TextIdentity?, flags: FlagSet, State)
    /// Prepares definitions again, because the state has changed too much since `discarded` was prepared.
    case prepare(FlagSet, State, discarded: PreparedFileFlags?)

    /// The largest file that is read, in bytes: about a million flags.
    static let sizeLimit: Int64 = 256 << 20

    /// Does the work; returns the outcome, and what it replaces.
    func run() -> (FlagsFileOutcome, RetiredFlags?) {
        switch self {
        case .prepare(let flags, let state, _):
            let prepared = PreparedFileFlags(flags, for: state)
            return (.prepared(prepared), RetiredFlags(prepared, nil))
        case .read(let files, let path, let last, let flags, let state):
            do throws(SystemError) {
                let text = try FlagsFileLoad.text(of: path, in: files)
                let identity = TextIdentity(text.span)
                return identity == last ? (.unchanged, nil) : FlagsFileLoad.read(text, identity, flags, state)
            } catch {
                return (.unreadable(error), nil)
            }
        }
    }

    private static func text(of path: String, in files: any FileSystem) throws(SystemError) -> [UInt8] {
        let file = try files.open(path, .read)
        guard try file.status().size <= sizeLimit else { throw SystemError("read", .fileTooLarge, path: path) }
        return try file.readWhole()
    }

    private static func read(
        _ text: [UInt8],
        _ identity: TextIdentity,
        _ last: FlagSet,
        _ state: State
    ) -> (FlagsFileOutcome, RetiredFlags?) {
        do throws(FlagFaults) {
            let read = try PartialFlagSet(text.span, reusing: last)
            var valid = read.flags
            for key in read.faultyKeys {
                if let last = last[key] {
                    valid.insert(last)
                }
            }
            let prepared = PreparedFileFlags(valid, for: state)
            let faults = read.faultyCount == 0 ? nil : FlagsFileFault.flags(read.faulty, count: read.faultyCount)
            return (.read(identity, prepared, faults), RetiredFlags(prepared, last))
        } catch {
            return (.faulty(identity, error), nil)
        }
    }
}

/// The outcome of a ``FlagsFileLoad``.
enum FlagsFileOutcome: Sendable {
    case unreadable(SystemError)
    case unchanged
    /// A fault concerns the whole document, so no flag of it is used.
    case faulty(TextIdentity, FlagFaults)
    /// The file has these definitions, and perhaps faulty flags.
    case read(TextIdentity, PreparedFileFlags, FlagsFileFault?)
    /// Definitions were prepared again.
    case prepared(PreparedFileFlags)
}

/// Identifies a text by its length and a hash with random keys, so that the text itself need not be kept.
struct TextIdentity: Equatable, Sendable {
    private let count: Int
    private let hash: UInt64

    init(_ text: Span<UInt8>) {
        count = text.count
        hash = NameHash.of(text)
    }
}
