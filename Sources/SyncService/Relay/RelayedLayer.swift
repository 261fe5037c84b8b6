import JSONCore
import LayerPayloads
import SyncEngine
import SystemCore

/// The stored content of a layer as its source has sent it, for a relay that starts without a network.
struct RelayedLayer: Equatable {
    let layer: String
    /// The address and the format of the source of the content.
    let address: String
    let format: SyncSource.Format
    let validators: Validators
    let bytes: [UInt8]

    init(_ source: SyncSource, _ bytes: [UInt8], _ validators: Validators) {
        (layer, address, format) = (source.layer, source.address, source.format)
        (self.bytes, self.validators) = (bytes, validators)
    }

    /// The content in the form that the engine needs; nil if the content is not usable.
    var kept: KeptLayer? {
        guard let payload = try? LayerPayload(bytes.span, as: format) else { return nil }
        return KeptLayer(layer: layer, address: address, format: format, validators: validators, payload: payload)
    }
}

extension LayerStore {
    private static let relayedPrefix = "relayed-"
    private static let relayedSuffix = ".json"

    /// Returns the stored contents; `report` receives a sentence for each one that cannot be read.
    func relayedLayers(_ report: (String) -> Void) -> [RelayedLayer] {
        let names = ((try? files.names(in: directory)) ?? []).sorted()
        return names.filter { $0.hasPrefix(LayerStore.relayedPrefix) && $0.hasSuffix(LayerStore.relayedSuffix) }
            .compactMap { name in
                let path = "\(directory)/\(name)"
                guard let value = read(path), let layer = RelayedLayer(value) else {
                    report("the stored layer \(path.shownWhole) cannot be read, and is fetched again")
                    return nil
                }
                return layer
            }
    }

    func write(_ relayed: RelayedLayer) throws(SystemError) {
        let name = "\(LayerStore.relayedPrefix)\(relayed.layer)\(LayerStore.relayedSuffix)"
        try write(LayerStore.text(of: relayed.json), to: "\(directory)/\(name)")
    }
}

extension RelayedLayer {
    /// Reads a stored content; nil if it has another form.
    fileprivate init?(_ value: JSON) {
        guard case .object(let object) = value, case .string(let layer)? = object["layer"],
            case .string(let address)? = object["url"], case .string(let word)? = object["format"],
            let format = SyncSource.Format(rawValue: word), case .string(let text)? = object["text"]
        else { return nil }
        func member(_ name: String) -> String? {
            if case .string(let text)? = object[name] { text } else { nil }
        }
        (self.layer, self.address, self.format) = (layer, address, format)
        validators = Validators(entityTag: member("etag"), lastModified: member("lastModified"))
        bytes = Array(text.utf8)
    }

    /// The text is a string, so that its bytes stay the same.
    fileprivate var json: JSON {
        var object: JSONObject = [
            "layer": .string(layer), "url": .string(address), "format": .string(format.rawValue),
            "text": .string(String(decoding: bytes, as: UTF8.self)),
        ]
        object["etag"] = validators.entityTag.map { .string($0) }
        object["lastModified"] = validators.lastModified.map { .string($0) }
        return .object(object)
    }
}
