package import HTTPCore

/// A text format for metrics.
package enum MetricsFormat: CaseIterable, Sendable {
    /// The text format of Prometheus, version 0.0.4.
    case prometheus
    /// OpenMetrics, version 1.0.0.
    case openMetrics

    /// Chooses the format that a client prefers; that of Prometheus if the client has no preference.
    package init(for request: HTTPRequest, in bytes: Span<UInt8>) {
        self.init(accept: request.value(of: "accept", in: bytes), in: bytes)
    }

    /// Chooses the format by the value of the `Accept` field.
    ///
    /// A client that accepts neither format receives that of Prometheus: it is the last resort of the format's
    /// documentation, and every client can show it.
    init(accept field: Range<Int>?, in bytes: Span<UInt8>) {
        let prometheus = AcceptedTypes.quality(of: "text/plain", version: "0.0.4", field, in: bytes)
        let openMetrics = AcceptedTypes.quality(
            of: "application/openmetrics-text",
            version: "1.0.0",
            field,
            in: bytes
        )
        self = openMetrics > prometheus ? .openMetrics : .prometheus
    }

    /// The value of the `Content-Type` field.
    package var contentType: StaticString {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}
