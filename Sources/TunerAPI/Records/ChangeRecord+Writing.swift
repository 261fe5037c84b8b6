package import JSONCore

extension ChangeRecord {
    /// Writes a change in few pieces, because notifications, histories and results hold many.
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
        if let origin {
            writer.bytes.append(#","origin":"#)
            writer.bytes.append(jsonString: origin)
        }
        if let end {
            writer.bytes.append(#","end":"#)
            writer.bytes.append(jsonString: end)
        }
        if isSecret == true {
            writer.bytes.append(#","secret":true"#)
        }
        writer.endObject()
    }
}
