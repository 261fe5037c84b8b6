package import JSONCore

/// A file that a configuration names.
package struct NamedFile: Sendable, Equatable {
    /// What tunersync reads from the file.
    package enum Content: Sendable, Equatable {
        case value(of: SyncSource.Field)
        case certificates
        case schema
        /// The path is a directory with the programs that a rollout may run as its check.
        case checks
    }

    package let path: String
    package let content: Content
    /// The path in the configuration.
    package let place: [JSONSource.Step]
}

extension SyncConfiguration {
    /// The files that the sources, the fleet and the relay name, in this order.
    package var files: [NamedFile] {
        sourceFiles + (fleet?.files(at: [.name("fleet")]) ?? []) + (relayFile.map { [$0] } ?? [])
    }

    private var relayFile: NamedFile? {
        guard let token = relay.token, case .file(let path) = token else { return nil }
        let field = SyncSource.Field(name: "token", value: token)
        return NamedFile(
            path: path,
            content: .value(of: field),
            place: [.name("relay"), .name("token"), .name("file")]
        )
    }

    private var sourceFiles: [NamedFile] {
        sources.enumerated().flatMap { index, source in
            let place = [JSONSource.Step.name("sources"), .position(index)]
            var files = source.fields.compactMap { field -> NamedFile? in
                guard case .file(let path) = field.value else { return nil }
                let steps = [JSONSource.Step.name("headers"), .name(field.name), .name("file")]
                return NamedFile(path: path, content: .value(of: field), place: place + steps)
            }
            if let file = source.etcd?.passwordFile(at: place + [.name("etcd")]) { files.append(file) }
            if let path = source.schema {
                files.append(NamedFile(path: path, content: .schema, place: place + [.name("schema")]))
            }
            if let path = source.certificates {
                files.append(NamedFile(path: path, content: .certificates, place: place + [.name("certificates")]))
            }
            return files
        }
    }
}

extension FleetSettings {
    fileprivate func files(at place: [JSONSource.Step]) -> [NamedFile] {
        var files = [self.place.passwordFile(at: place + [.name("etcd")])].compactMap(\.self)
        if let certificates {
            files.append(
                NamedFile(path: certificates, content: .certificates, place: place + [.name("certificates")])
            )
        }
        if let checks { files.append(NamedFile(path: checks, content: .checks, place: place + [.name("checks")])) }
        return files
    }
}

extension EtcdLocation {
    /// Returns the file with the password; nil if the password comes from a variable, or if there is none.
    fileprivate func passwordFile(at place: [JSONSource.Step]) -> NamedFile? {
        guard let password, case .file(let path) = password else { return nil }
        let field = SyncSource.Field(name: "password", value: password)
        return NamedFile(
            path: path,
            content: .value(of: field),
            place: place + [.name("password"), .name("file")]
        )
    }
}

extension ConfigurationFaults {
    /// Creates the faults of files that a configuration names; nil if there are none.
    package init?(_ faults: [(file: NamedFile, reason: String)], in text: Span<UInt8>) {
        guard !faults.isEmpty, let source = try? JSONSource(text) else { return nil }
        self.init(faults.map { ConfigurationFault($0.file.place, $0.reason) }, in: source, text)
    }
}
