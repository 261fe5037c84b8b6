import JSONCore
import StateCore

/// The value of a key, written in the format of `GetResult`.
struct KeyedValue: JSONWritable {
    let key: String
    let value: JSON
    let origin: Origin
    let revision: Int64

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        var text = ByteBuffer()
        text.append(jsonString: key)
        try text.withBytes { (key) throws(JSONNotFinite) in
            try KeyedValue.write(key: key, value, origin, revision, to: &writer)
        }
    }

    /// Writes the result from its parts, which avoids a copy for short requests.
    ///
    /// `key` is already a JSON string. If writing fails, the caller must remove the incomplete text.
    @inline(__always)
    static func write(
        key: Span<UInt8>,
        _ value: JSON,
        _ origin: Origin,
        _ revision: Int64,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) {
        writer.begin(#"{"key":"#, key, #","value":"#)
        try writer.bytes.append(json: value)
        if origin == .local {
            writer.bytes.append(#","origin":"local","revision":"#)
        } else {
            writer.bytes.append(#","origin":"#)
            writer.bytes.append(jsonString: origin.name)
            writer.bytes.append(#","revision":"#)
        }
        writer.bytes.append(decimal: revision)
        writer.endObject()
    }
}
