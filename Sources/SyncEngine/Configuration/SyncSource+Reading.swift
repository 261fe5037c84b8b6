import JSONCore
import LayerPayloads

extension SyncSource {
    /// The names of the members, in the order of the documentation.
    private static let names = [
        "layer", "url", "etcd", "interval", "minInterval", "timeout", "wait", "ttl", "headers", "format", "context",
        "schema", "certificates", "maxBytes", "when",
    ]

    /// The fields whose value is a credential, so that it must not be in the configuration.
    private static let secretFields = ["authorization", "proxy-authorization", "cookie"]
    /// Parts of the names that services give to fields with a credential, such as `X-Auth-Token`.
    private static let secretParts = ["token", "secret", "password", "apikey"]
    /// The fields that tunersync sets itself.
    private static let ownFields = [
        "host", "if-none-match", "if-modified-since", "accept-encoding", "content-length", "prefer",
    ]

    /// Reads a source; nil if it has no usable layer, or neither a usable URL nor a usable place in etcd.
    ///
    /// Each fault is reported to the reader.
    init?(_ value: JSON, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let object = reader.object(value, at: path, names: SyncSource.names) else { return nil }
        let layer = reader.required("layer", of: object, at: path) { $0.text($1, at: $2) }
        let place = SyncSource.place(of: object, at: path, &reader)
        guard let layer, let place else { return nil }
        self.init(layer: layer, url: place.url)
        etcd = place.etcd
        if !SyncSource.isLayerName(layer) {
            reader.report(
                "a layer's name has letters, digits, _, - and ., or two such names joined by :, got \(layer.shown)",
                at: path + [.name("layer")]
            )
        }
        context = object["context"].flatMap { reader.text($0, at: path + [.name("context")]) }
        if etcd == nil { checkURL(at: path + [.name("url")], &reader) }
        readTimes(object, at: path, &reader)
        if let value = object["format"], let word = reader.text(value, at: path + [.name("format")]) {
            let words = Format.allCases.map(\.rawValue)
            if let format = Format(rawValue: word) {
                self.format = format
            } else {
                let nearest = NearestName.nearest(to: word, among: words)
                reader.report(
                    "must be \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), got \(word.shown)"
                        + NearestName.question(nearest),
                    at: path + [.name("format")]
                )
            }
        }
        schema = object["schema"].flatMap { reader.text($0, at: path + [.name("schema")]) }
        certificates = object["certificates"].flatMap { reader.text($0, at: path + [.name("certificates")]) }
        if let etcd {
            checkEtcd(etcd, beside: object, at: path, &reader)
        } else if certificates != nil, !url.lowercased().hasPrefix("https:") {
            reader.report("only a URL with https has certificates", at: path + [.name("certificates")])
        }
        if schema != nil, format == .flagd {
            reader.report("a document of flags has no values for a schema", at: path + [.name("schema")])
        }
        if let value = object["maxBytes"],
            let bytes = reader.whole(value, at: path + [.name("maxBytes")], 1...1 << 30)
        {
            mostBytes = Int(bytes)
        }
        rule = object["when"].flatMap { SourceRule($0, at: path + [.name("when")], &reader) }
        if etcd == nil { readFields(object["headers"], at: path + [.name("headers")], &reader) }
    }

    /// Returns the URL, or an empty one and the place in etcd; nil if there is no usable one.
    private static func place(
        of object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> (url: String, etcd: EtcdLocation?)? {
        switch (object["url"], object["etcd"]) {
        case (let url?, nil): return reader.text(url, at: path + [.name("url")]).map { ($0, nil) }
        case (nil, let etcd?): return EtcdLocation(etcd, at: path + [.name("etcd")], &reader).map { ("", $0) }
        case (nil, nil): reader.report("the member url or etcd is missing", at: path)
        case (_?, _?): reader.report("must have either url or etcd", at: path)
        }
        return nil
    }

    private mutating func readTimes(
        _ object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) {
        func time(_ name: String, _ range: ClosedRange<Double>) -> Duration? {
            object[name].flatMap { reader.seconds($0, at: path + [.name(name)], range) }
        }
        let year = 31_536_000.0
        interval = time("interval", 1...year) ?? (etcd == nil ? interval : SyncSource.etcdInterval)
        minInterval = time("minInterval", 0...year) ?? minInterval
        timeout = time("timeout", 0.1...300) ?? timeout
        wait = object["wait"].flatMap { reader.whole($0, at: path + [.name("wait")], 1...300) }
        ttl = object["ttl"].flatMap { reader.whole($0, at: path + [.name("ttl")], 1...Int64(year) * 100) }
    }

    private func checkURL(at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let rest = url.dropFirst(scheme.count)
        let authority = rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if !["http", "https"].contains(scheme) || !rest.hasPrefix("://") || authority.isEmpty {
            reader.report("must be a URL such as https://config.example/team.json, got \(url.shown)", at: path)
        } else if authority.utf8.contains(UInt8(ascii: "@")) {
            reader.report("must not contain a user or a password; use headers with a file", at: path)
        } else if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            reader.report("must not contain a space or a control character; write a space as %20", at: path)
        } else if url.replacingText("{context}", with: "").contains(where: { $0 == "{" || $0 == "}" }) {
            reader.report("must have { and } only in {context}; write them as %7B and %7D", at: path)
        } else if authority.containsText("{context}") {
            reader.report("must not have {context} in the name of the host", at: path)
        }
        if url.containsText("{context}"), context == nil {
            reader.report("has {context}, but the source has no context", at: path)
        } else if context != nil, !url.containsText("{context}") {
            reader.report("the source has a context, but its URL has no {context}", at: path)
        }
    }

    private mutating func readFields(_ value: JSON?, at path: [JSONSource.Step], _ reader: inout ConfigurationReader) {
        guard let value, let object = reader.object(value, at: path, names: nil) else { return }
        for member in object.members {
            let step = path + [.name(member.name)]
            let name = member.name.lowercased()
            if !member.name.utf8.allSatisfy(SyncSource.isFieldByte) || member.name.isEmpty {
                reader.report("\(member.name.shown) is not the name of a field", at: step)
            } else if SyncSource.ownFields.contains(name) {
                reader.report("tunersync sets the field \(member.name) itself", at: step)
            } else if let value = SyncSource.fieldValue(
                member.value,
                isSecret: SyncSource.isSecretField(name),
                at: step,
                &reader
            ) {
                fields.append(Field(name: member.name, value: value))
            }
        }
    }

    /// Returns the value of a field, or where it is; nil if it is not usable.
    static func fieldValue(
        _ value: JSON,
        isSecret: Bool,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> FieldValue? {
        if case .string(let text) = value {
            if isSecret {
                reader.report(
                    "a credential must not be in the configuration; use {\"file\": PATH} or {\"environment\": NAME}",
                    at: path
                )
                return nil
            }
            guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else {
                reader.report("must not contain a control character", at: path)
                return nil
            }
            return .text(text)
        }
        guard case .object = value else {
            reader.report(
                "must be a string, {\"file\": PATH} or {\"environment\": NAME}, got \(value.kind.words)",
                at: path
            )
            return nil
        }
        guard let object = reader.object(value, at: path, names: ["file", "environment"]) else { return nil }
        guard object.count == 1, let member = object.members.first else {
            reader.report("must have either file or environment", at: path)
            return nil
        }
        guard let text = reader.text(member.value, at: path + [.name(member.name)]) else { return nil }
        return member.name == "file" ? .file(text) : .environment(text)
    }

    /// Returns whether a field with a name in lowercase has a credential.
    private static func isSecretField(_ name: String) -> Bool {
        let letters = name.filter { $0 != "-" && $0 != "_" }
        return secretFields.contains(name) || secretParts.contains { letters.containsText($0) }
    }

    private static func isFieldByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Returns whether the daemon accepts a text as the name of a layer.
    private static func isLayerName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2 && name.utf8.count <= 256
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                            UInt8(ascii: "."):
                            true
                        default: false
                        }
                    }
            }
    }
}
