package import JSONCore

extension FlagChangeRecord {
    /// Writes a change in few pieces, because each context has its own notifications, with many changes.
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.begin(#"{"key":"#)
        writer.bytes.append(jsonString: key)
        if let value {
            writer.bytes.append(#","value":"#)
            try writer.bytes.append(json: value)
        }
        if let old {
            writer.bytes.append(#","old":"#)
            try writer.bytes.append(json: old)
        }
        if let variant {
            writer.bytes.append(#","variant":"#)
            writer.bytes.append(jsonString: variant)
        }
        writer.bytes.append(#","reason":"#)
        writer.bytes.append(jsonString: reason)
        writer.endObject()
    }
}
