package import JSONCore

/// Where a gateway serves, for programs of its user.
package struct GatewayStatus: JSONRecord, Equatable {
    package static let fields = JSONFieldTable<GatewayStatus>([
        .required("pid", \.pid, "The process ID."),
        .required("url", \.url, "The URL of the page."),
        .required("version", \.version, "The version."),
        .required("started", \.started, "When it began to serve, as an RFC 3339 time."),
    ])

    package var pid: Int64 = 0
    package var url = ""
    package var version = ""
    package var started = ""

    package init() {}

    /// Writes the record directly: at the start of a gateway, its table of fields would look up types.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "pid")
        writer.integer(pid)
        writer.name(plain: "url")
        writer.string(url)
        writer.name(plain: "version")
        writer.string(version)
        writer.name(plain: "started")
        writer.string(started)
        writer.endObject()
    }
}
