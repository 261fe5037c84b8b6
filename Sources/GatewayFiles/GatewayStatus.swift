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
}
