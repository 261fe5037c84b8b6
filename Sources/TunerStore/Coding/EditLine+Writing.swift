import JSONCore

extension EditLine {
    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let set, let value {
            try EditLine.write(set: set, value, end: end, before: before, to: &writer)
        } else {
            try writeAsDeclared(to: &writer)
        }
    }

    /// Writes the line of a local value, which is stored most, without a record: its declaration would take some thousands of
    /// instructions more.
    static func write(
        set key: String,
        _ value: JSON,
        end: Int64?,
        before: JSON?,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) {
        writer.begin(#"{"set":"#)
        writer.bytes.append(jsonString: key)
        writer.bytes.append(#","value":"#)
        try writer.bytes.append(json: value)
        if let end {
            writer.bytes.append(#","end":"#)
            writer.bytes.append(decimal: end)
        }
        if let before {
            writer.bytes.append(#","before":"#)
            try writer.bytes.append(json: before)
        }
        writer.endObject()
    }
}
