import JSONCore
import Synchronization
import SystemCore

/// The file that stores the last known values.
///
/// Each write creates a new file and renames it to the path, so that a reader never sees half of it.
struct ValuesFile: Sendable {
    private static let format = "tuner values"
    private static let version: Int64 = 1

    /// The number of writes that this process has started, for the names of temporary files.
    private static let written = Atomic<Int>(0)

    private let path: String
    private let files: any FileSystem

    /// Creates a reference to the file, without opening it.
    init(_ path: String, in files: any FileSystem = KernelFileSystem()) {
        self.path = path
        self.files = files
    }

    /// Reads the stored values; returns none if the file is missing or cannot be read.
    func read(_ faults: FaultReporter) -> [CellSubject: JSON] {
        TemporaryNames(beside: path).removeLeftovers(in: files)
        do throws(SystemError) {
            // Opening a FIFO would wait for a writer, and reading a device might never end.
            guard try files.status(of: path, followingLinks: true).kind == .regular else {
                faults.report(.valuesFile(path: path, reason: "it is not a regular file"))
                return [:]
            }
            let bytes = try files.open(path, .read).readWhole()
            guard let remembered = ValuesFile.remembered(bytes) else {
                faults.report(.valuesFile(path: path, reason: "its content is not a list of tuner values"))
                return [:]
            }
            return remembered
        } catch {
            if error.errno != .noSuchFile { faults.report(.valuesFile(path: path, reason: "\(error)")) }
            return [:]
        }
    }

    /// Replaces the content of the file.
    func write(_ memory: [(subject: CellSubject, value: JSON)], _ faults: FaultReporter) {
        var writer = JSONWriter()
        do {
            try writer.value(ValuesFile.json(memory))
        } catch {
            preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
        let bytes = [UInt8](writer.takeBytes())
        do throws(SystemError) {
            try files.createDirectories(Path.directory(of: path), mode: 0o700)
            // The name is unique: another program or another tuner may be writing this file at the same time.
            let number = ValuesFile.written.add(1, ordering: .relaxed).newValue
            let new = TemporaryNames(beside: path).path(number: number)
            do throws(SystemError) {
                let file = try files.open(new, [.write, .create, .truncate])
                try file.writeFully(bytes.span, at: 0)
                try file.syncData()
                try files.rename(new, to: path)
            } catch {
                try? files.removeFile(new)
                throw error
            }
        } catch {
            faults.report(.valuesFile(path: path, reason: "\(error)"))
        }
    }

    private static func json(_ memory: [(subject: CellSubject, value: JSON)]) -> JSON {
        var tunables: [(name: String, value: JSON)] = []
        var flags: [JSON] = []
        for (subject, value) in memory {
            switch subject {
            case .tunable(let key): tunables.append((key, value))
            case .flag(let key, let context):
                flags.append(["key": .string(key), "context": .object(context.members), "value": value])
            }
        }
        return [
            "format": .string(format), "version": .integer(version), "values": .object(JSONObject(tunables)),
            "flags": .array(flags),
        ]
    }

    private static func remembered(_ bytes: [UInt8]) -> [CellSubject: JSON]? {
        guard let json = try? JSON.parse(bytes.span, depthLimit: JSON.deepestLimit),
            json["format"]?.text == format, json["version"] == .integer(version),
            case .object(let tunables)? = json["values"], case .array(let flags)? = json["flags"]
        else { return nil }
        var remembered: [CellSubject: JSON] = [:]
        for member in tunables.members { remembered[.tunable(member.name)] = member.value }
        for flag in flags {
            guard let key = flag["key"]?.text, case .object(let context)? = flag["context"], let value = flag["value"]
            else { return nil }
            remembered[.flag(key, FlagContext(context))] = value
        }
        return remembered
    }
}
