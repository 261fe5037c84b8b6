/// What can be written as one JSON value.
package protocol JSONWritable {
    /// Writes the value.
    func write(to writer: inout JSONWriter) throws(JSONNotFinite)
}

extension JSON: JSONWritable {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writer.value(self)
    }
}

extension Bool: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.boolean(self)
    }
}

extension Int64: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.integer(self)
    }
}

extension String: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}
