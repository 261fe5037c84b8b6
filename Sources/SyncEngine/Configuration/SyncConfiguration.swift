package import JSONCore

/// What tunersync keeps up to date: the sources of layers, and the layers that it activates.
package struct SyncConfiguration: Sendable, Equatable {
    package var sources: [SyncSource] = []
    /// The layers to activate once they are there, in order of precedence.
    package var activate: [String] = []
    /// How the machine takes part in rollouts; nil if it does not.
    package var fleet: FleetSettings?
    /// Who may read the layers, if tunersync is a relay.
    package var relay = RelaySettings()
    /// The labels of the machine, which the rules of sources read.
    package var labels = JSONObject()

    package init() {}

    /// Reads a configuration, and throws all its faults.
    ///
    /// The name of the host is the name of a machine in a fleet that has no other name.
    package init(_ text: Span<UInt8>, host: String? = nil) throws(ConfigurationFaults) {
        let source: JSONSource
        do throws(JSONFault) {
            source = try JSONSource(text)
        } catch {
            let (line, column) = error.position(in: text)
            throw ConfigurationFaults([ConfigurationFault([], "\(error.reason)", line: line, column: column)])
        }
        var reader = ConfigurationReader()
        for duplicate in source.duplicates {
            reader.report("the name \(duplicate.name.shown) is repeated", at: [])
            reader.faults[reader.faults.count - 1].offset = duplicate.again
        }
        let names = ["sources", "activate", "labels", "fleet", "relay"]
        if let object = reader.object(source.value, at: [], names: names) {
            readSources(object["sources"], &reader)
            readActivate(object["activate"], &reader)
            if let value = object["relay"] { relay = RelaySettings(value, at: [.name("relay")], &reader) }
            labels = object["labels"].map { reader.labels($0, at: [.name("labels")]) } ?? labels
            fleet = object["fleet"].flatMap { FleetSettings($0, host: host, at: [.name("fleet")], &reader) }
        }
        guard reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults, in: source, text) }
    }

    private mutating func readSources(_ value: JSON?, _ reader: inout ConfigurationReader) {
        let path = [JSONSource.Step.name("sources")]
        guard let value else { return reader.report("the member sources is missing", at: []) }
        guard let elements = reader.array(value, at: path) else { return }
        if elements.isEmpty { reader.report("there is no source", at: path) }
        for (index, element) in elements.enumerated() {
            guard let source = SyncSource(element, at: path + [.position(index)], &reader) else { continue }
            if sources.contains(where: { $0.layer == source.layer }) {
                reader.report(
                    "another source has the layer \(source.layer), too",
                    at: path + [.position(index), .name("layer")]
                )
            }
            sources.append(source)
        }
    }

    private mutating func readActivate(_ value: JSON?, _ reader: inout ConfigurationReader) {
        let path = [JSONSource.Step.name("activate")]
        guard let value, let elements = reader.array(value, at: path) else { return }
        for (index, element) in elements.enumerated() {
            let step = path + [.position(index)]
            guard let name = reader.text(element, at: step) else { continue }
            if activate.contains(name) {
                reader.report("the layer \(name.shown) is repeated", at: step)
            } else if sources.contains(where: { $0.layer == name }) {
                activate.append(name)
            } else {
                let nearest = NearestName.nearest(to: name, among: sources.map(\.layer))
                reader.report("no source has the layer \(name.shown)\(NearestName.question(nearest))", at: step)
            }
        }
    }
}
