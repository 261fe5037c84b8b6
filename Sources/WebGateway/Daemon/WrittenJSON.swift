import JSONCore

/// The parameters of a call as JSON text, which outlive the request that they come from.
struct WrittenJSON: JSONWritable {
    private let text: [UInt8]

    init(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        text = [UInt8](writer.takeBytes())
    }

    init(_ value: some JSONWritable) throws(JSONNotFinite) {
        var writer = JSONWriter()
        try value.write(to: &writer)
        text = [UInt8](writer.takeBytes())
    }

    var count: Int { text.count }

    func write(to writer: inout JSONWriter) { writer.raw(text.span, in: text.indices) }
}
