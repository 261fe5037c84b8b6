import JSONCore

extension EtcdLocation {
    /// The names of the members, in the order of the documentation.
    private static let names = ["endpoints", "key", "prefix", "user", "password"]

    /// Reads the member `etcd` of a source or of a fleet; nil if it has no usable endpoint, or neither a key nor a prefix.
    ///
    /// Each fault is reported to the reader.
    init?(
        _ value: JSON,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader,
        ofFleet isOfFleet: Bool = false
    ) {
        guard let object = reader.object(value, at: path, names: EtcdLocation.names) else { return nil }
        let endpoints = EtcdLocation.endpoints(object, at: path, &reader)
        let keys =
            isOfFleet
            ? EtcdLocation.prefix(ofFleet: object, at: path, &reader) : EtcdLocation.keys(object, at: path, &reader)
        let user = object["user"].flatMap { reader.text($0, at: path + [.name("user")]) }
        let password = object["password"].flatMap { value in
            SyncSource.fieldValue(value, isSecret: true, at: path + [.name("password")], &reader)
        }
        if object["user"] != nil, object["password"] == nil {
            reader.report("the member password is missing", at: path)
        } else if object["password"] != nil, object["user"] == nil {
            reader.report("the member user is missing", at: path)
        }
        guard let endpoints, let keys else { return nil }
        self.init(endpoints: endpoints, keys: keys)
        (self.user, self.password) = (user, password)
    }

    private static func endpoints(
        _ object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> [String]? {
        let path = path + [.name("endpoints")]
        guard let value = object["endpoints"] else {
            reader.report("the member endpoints is missing", at: path.dropLast())
            return nil
        }
        guard let elements = reader.array(value, at: path) else { return nil }
        if elements.isEmpty { reader.report("there is no endpoint", at: path) }
        var endpoints: [String] = []
        for (index, element) in elements.enumerated() {
            let step = path + [.position(index)]
            guard let endpoint = reader.text(element, at: step) else { continue }
            if endpoints.contains(endpoint) {
                reader.report("the endpoint \(endpoint.shown) is repeated", at: step)
            } else if let fault = fault(of: endpoint) {
                reader.report(fault, at: step)
            } else {
                endpoints.append(endpoint)
            }
        }
        return endpoints.isEmpty ? nil : endpoints
    }

    /// Returns what is wrong with the URL of an endpoint; nil if nothing is.
    private static func fault(of endpoint: String) -> String? {
        let scheme = endpoint.prefix { $0 != ":" }.lowercased()
        let rest = endpoint.dropFirst(scheme.count)
        let authority = rest.dropFirst(3)
        if !["http", "https"].contains(scheme) || !rest.hasPrefix("://") || authority.isEmpty {
            return "must be a URL such as http://127.0.0.1:2379, got \(endpoint.shown)"
        }
        if authority.utf8.contains(UInt8(ascii: "@")) {
            return "must not contain a user or a password; use user and password"
        }
        if authority.contains(where: { "/?#".contains($0) }) {
            return "must be a URL without a path, such as http://127.0.0.1:2379, got \(endpoint.shown)"
        }
        if authority.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "{") }) {
            return "must not contain a space, a control character or {"
        }
        return nil
    }

    private static func keys(
        _ object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> Keys? {
        switch (object["key"], object["prefix"]) {
        case (let key?, nil): return reader.text(key, at: path + [.name("key")]).map { .key($0) }
        case (nil, let prefix?): return EtcdLocation.prefix(prefix, at: path, &reader)
        case (nil, nil): reader.report("the member key or prefix is missing", at: path)
        case (_?, _?): reader.report("must have either key or prefix", at: path)
        }
        return nil
    }

    private static func prefix(
        _ value: JSON,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> Keys? {
        let step = path + [.name("prefix")]
        guard let text = reader.text(value, at: step) else { return nil }
        if !text.hasSuffix("/") {
            reader.report("must end with /, because \(text.shown)2 begins with \(text.shown), too", at: step)
        }
        return .prefix(text)
    }

    /// Returns the prefix of a fleet, which has no context.
    private static func prefix(
        ofFleet object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) -> Keys? {
        if object["key"] != nil {
            reader.report(
                "a fleet has a prefix instead of a key: each machine has its own keys below the prefix",
                at: path + [.name("key")]
            )
        }
        guard let value = object["prefix"] else {
            if object["key"] == nil { reader.report("the member prefix is missing", at: path) }
            return nil
        }
        let keys = prefix(value, at: path, &reader)
        if keys?.text.containsText("{context}") == true {
            reader.report("must not have {context}: a fleet has no context", at: path + [.name("prefix")])
        }
        return keys
    }
}

extension SyncSource {
    /// Checks the members of a source beside its member `etcd`.
    func checkEtcd(
        _ etcd: EtcdLocation,
        beside object: JSONObject,
        at path: [JSONSource.Step],
        _ reader: inout ConfigurationReader
    ) {
        if object["headers"] != nil {
            reader.report(
                "etcd takes no fields of a header; use user and password in etcd",
                at: path + [.name("headers")]
            )
        }
        if object["minInterval"] != nil {
            reader.report(
                "etcd sends each change at once, so there is no time between two fetches",
                at: path + [.name("minInterval")]
            )
        }
        if object["wait"] != nil {
            reader.report("etcd sends each change at once, so there is nothing to wait for", at: path + [.name("wait")])
        }
        let name: String
        switch etcd.keys {
        case .key: name = "key"
        case .prefix:
            name = "prefix"
            if object["format"] != nil {
                reader.report("a prefix has values only; a format is for a key", at: path + [.name("format")])
            }
        }
        let step = path + [.name("etcd"), .name(name)]
        if etcd.keys.text.containsText("{context}"), context == nil {
            reader.report("has {context}, but the source has no context", at: step)
        } else if context != nil, !etcd.keys.text.containsText("{context}") {
            reader.report("the source has a context, but its \(name) has no {context}", at: step)
        }
        if certificates != nil, !etcd.endpoints.allSatisfy({ $0.lowercased().hasPrefix("https:") }) {
            reader.report("only endpoints with https have certificates", at: path + [.name("certificates")])
        }
    }
}
