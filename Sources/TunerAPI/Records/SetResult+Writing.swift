package import JSONCore

extension SetResult {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        var text = ByteBuffer()
        text.append(jsonString: key)
        try text.withBytes { (key) throws(JSONNotFinite) in
            let isMarked = isSecret == true
            try SetResult.write(key: key, value, old: old, revision, changed: hasChanged, isMarked, to: &writer) {
                (writer) throws(JSONNotFinite) in
                if let effective {
                    writer.bytes.append(#","effective":"#)
                    try writer.bytes.append(json: effective)
                }
                if let origin {
                    writer.bytes.append(#","origin":"#)
                    writer.bytes.append(jsonString: origin)
                }
            }
        }
    }

    /// Writes a result from its parts, without a record; the key is already a JSON string.
    ///
    /// `rest` writes the optional members after them. This is the only encoder of results of `tunables.set`. If it throws, the caller must remove what it has written.
    package static func write(
        key: Span<UInt8>,
        _ value: JSON,
        old: JSON?,
        _ revision: Int64,
        changed hasChanged: Bool,
        _ isSecret: Bool,
        to writer: inout JSONWriter,
        rest: (inout JSONWriter) throws(JSONNotFinite) -> Void = { (_) throws(JSONNotFinite) in }
    ) throws(JSONNotFinite) {
        writer.begin(#"{"key":"#, key, #","value":"#)
        try writer.bytes.append(json: value)
        if let old {
            writer.bytes.append(#","old":"#)
            try writer.bytes.append(json: old)
        }
        writer.bytes.append(#","revision":"#)
        writer.bytes.append(decimal: revision)
        writer.bytes.append(hasChanged ? #","changed":true"# : #","changed":false"#)
        try rest(&writer)
        if isSecret {
            writer.bytes.append(#","secret":true"#)
        }
        writer.endObject()
    }
}
