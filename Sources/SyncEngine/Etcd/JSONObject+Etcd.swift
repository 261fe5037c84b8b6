package import JSONCore

extension JSONObject {
    /// Returns a whole number, which etcd's gateway writes as a string; 0 if the member is missing.
    package func etcdNumber(_ name: String) -> Int64 {
        switch self[name] {
        case .string(let text)?: Int64(text) ?? 0
        case .integer(let number)?: number
        default: 0
        }
    }

    /// Returns bytes, which etcd's gateway writes in base64; no bytes if the member is missing, nil if it is not base64.
    package func etcdBytes(_ name: String) -> [UInt8]? {
        guard let value = self[name] else { return [] }
        guard case .string(let text) = value else { return nil }
        return Base64.bytes(text.utf8.span)
    }

    package func etcdObject(_ name: String) -> JSONObject? {
        if case .object(let object)? = self[name] { object } else { nil }
    }

    package func etcdObjects(_ name: String) -> [JSONObject] {
        guard case .array(let elements)? = self[name] else { return [] }
        return elements.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    package func etcdText(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    package func etcdFlag(_ name: String) -> Bool { self[name] == .boolean(true) }
}
