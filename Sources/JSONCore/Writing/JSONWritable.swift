/// A type that can be written as one JSON value.
package protocol JSONWritable {
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

extension Double: JSONWritable {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writer.double(self)
    }
}

extension JSONObject: JSONWritable {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try writer.value(.object(self))
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.beginArray()
        for element in self {
            try element.write(to: &writer)
        }
        writer.endArray()
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    package func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let value = self {
            try value.write(to: &writer)
        } else {
            writer.null()
        }
    }
}

extension String: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}
