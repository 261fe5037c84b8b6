import JSONCore
import LayerPayloads
import SyncEngine
import SystemCore

/// The directory with the last known good layers and the status of their sources.
struct LayerStore {
    private static let prefix = "layer-"
    private static let trialPrefix = "trial-"
    private static let suffix = ".json"

    let directory: String
    let files: any FileSystem
    private var statusPath: String { "\(directory)/status.json" }

    /// Opens the directory, after creating it if it is missing.
    init(_ directory: String, in files: any FileSystem = KernelFileSystem()) throws(SystemError) {
        self.directory = directory
        self.files = files
        try files.createDirectories(directory, mode: 0o700)
        TemporaryNames(beside: statusPath).removeLeftovers(in: files)
    }

    /// The path of the lock file, which a tunersync holds while it runs.
    var lockPath: String { "\(directory)/lock" }

    /// Returns the stored layers; `report` receives a sentence for each one that cannot be read.
    func layers(_ report: (String) -> Void) -> [KeptLayer] {
        files(with: LayerStore.prefix).compactMap { path in
            guard let value = read(path), let kept = KeptLayer(value) else {
                report("the stored layer \(path.shownWhole) cannot be read, and is fetched again")
                return nil
            }
            return kept
        }
    }

    /// Returns what is stored about rollouts; `report` receives a sentence for each record that cannot be read.
    func trials(_ report: (String) -> Void) -> [TrialRecord] {
        files(with: LayerStore.trialPrefix).compactMap { path in
            guard let value = read(path), let record: TrialRecord = LayerStore.record(value) else {
                report("the record \(path.shownWhole) of a rollout cannot be read, so the rollout begins again here")
                return nil
            }
            return record
        }
    }

    /// Returns the paths of the files whose names begin with a prefix.
    private func files(with prefix: String) -> [String] {
        let names = (try? files.names(in: directory)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(LayerStore.suffix) }.map { "\(directory)/\($0)" }
    }

    /// Returns the stored status of the sources; without one, fetches begin as at the first start.
    func statuses() -> [SourceStatus] {
        guard case .array(let elements)? = read(statusPath) else { return [] }
        return elements.compactMap(LayerStore.record)
    }

    private static func record<Record: JSONRecord>(_ value: JSON) -> Record? {
        guard let text = try? value.written().utf8.map({ $0 }), let range = try? JSON.check(text.span) else {
            return nil
        }
        return try? Record(range, in: text.span)
    }

    func write(_ kept: KeptLayer) throws(SystemError) {
        try write(LayerStore.text(of: kept.json), to: path(of: kept.layer))
    }

    func write(_ record: TrialRecord) throws(SystemError) {
        try write(LayerStore.text(of: record), to: path(ofTrial: record.layer))
    }

    /// Removes a stored layer; does nothing if there is none.
    func remove(_ layer: String) throws(SystemError) { try removeFile(path(of: layer)) }

    /// Removes what is stored about the rollout of a layer; does nothing if nothing is.
    func removeTrial(of layer: String) throws(SystemError) { try removeFile(path(ofTrial: layer)) }

    private func removeFile(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try files.removeFile(path)
        } catch  where error.errno == .noSuchFile {
            return
        }
        try files.syncDirectory(directory)
    }

    private func path(of layer: String) -> String {
        "\(directory)/\(LayerStore.prefix)\(layer)\(LayerStore.suffix)"
    }

    private func path(ofTrial layer: String) -> String {
        "\(directory)/\(LayerStore.trialPrefix)\(layer)\(LayerStore.suffix)"
    }

    func write(_ statuses: [SourceStatus]) throws(SystemError) {
        try write(LayerStore.text(of: statuses), to: statusPath)
    }

    static func text(of value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter()
        do {
            try value.write(to: &writer)
        } catch {
            preconditionFailure("a parsed text and a status have only finite numbers")
        }
        return [UInt8](writer.takeBytes()) + [UInt8(ascii: "\n")]
    }

    func read(_ path: String) -> JSON? {
        guard let bytes = try? files.open(path, [.read, .regular]).readWhole() else { return nil }
        return try? JSON.parse(bytes.span)
    }

    /// Replaces a file as a whole: after a crash, it has the old or the new content.
    func write(_ text: [UInt8], to path: String) throws(SystemError) {
        let temporary = TemporaryNames(beside: path).path()
        do throws(SystemError) {
            let file = try files.open(temporary, [.write, .create, .truncate])
            try file.writeFully(text.span, at: 0)
            try file.sync()
            try files.rename(temporary, to: path)
            try files.syncDirectory(directory)
        } catch {
            try? files.removeFile(temporary)
            throw error
        }
    }
}

extension KeptLayer {
    /// Reads a stored layer; nil if it has another form.
    fileprivate init?(_ value: JSON) {
        guard case .object(let object) = value, case .string(let layer)? = object["layer"],
            case .string(let address)? = object["url"], case .string(let word)? = object["format"],
            let format = SyncSource.Format(rawValue: word), case .object(let members)? = object["payload"]
        else { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = object[name] { text } else { nil }
        }
        self.init(
            layer: layer,
            address: address,
            format: format,
            validators: Validators(entityTag: text("etag"), lastModified: text("lastModified")),
            payload: LayerPayload(stored: members)
        )
    }

    fileprivate var json: JSON {
        var object: JSONObject = [
            "layer": .string(layer), "url": .string(address), "format": .string(format.rawValue),
            "payload": .object(payload.members),
        ]
        object["etag"] = validators.entityTag.map { .string($0) }
        object["lastModified"] = validators.lastModified.map { .string($0) }
        return .object(object)
    }
}
