package import JSONCore

/// A file that a configuration names.
package struct NamedFile: Sendable, Equatable {
    /// What tunersync reads from the file.
    package enum Content: Sendable, Equatable {
        case value(of: SyncSource.Field)
        case certificates
        case schema
    }

    package let path: String
    package let content: Content
    /// The path in the configuration.
    package let place: [JSONSource.Step]
}

extension SyncConfiguration {
    /// The files that the sources name, in the order of the sources.
    package var files: [NamedFile] {
        sources.enumerated().flatMap { index, source in
            let place = [JSONSource.Step.name("sources"), .position(index)]
            var files = source.fields.compactMap { field -> NamedFile? in
                guard case .file(let path) = field.value else { return nil }
                let steps = [JSONSource.Step.name("headers"), .name(field.name), .name("file")]
                return NamedFile(path: path, content: .value(of: field), place: place + steps)
            }
            if let password = source.etcd?.password, case .file(let path) = password {
                let steps = [JSONSource.Step.name("etcd"), .name("password"), .name("file")]
                let field = SyncSource.Field(name: "password", value: password)
                files.append(NamedFile(path: path, content: .value(of: field), place: place + steps))
            }
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

extension ConfigurationFaults {
    /// Creates the faults of files that a configuration names; nil if there are none.
    package init?(_ faults: [(file: NamedFile, reason: String)], in text: Span<UInt8>) {
        guard !faults.isEmpty, let source = try? JSONSource(text) else { return nil }
        self.init(faults.map { ConfigurationFault($0.file.place, $0.reason) }, in: source, text)
    }
}
