import HTTPCore
import Testing
import WebGateway

@Suite struct MetricsFormatTests {
    /// The fields that Prometheus 2 and 3, a browser and curl send, and some more.
    @Test(
        arguments: [
            (nil, .prometheus), ("*/*", .prometheus), ("text/html,application/xhtml+xml,*/*;q=0.8", .prometheus),
            ("image/png", .prometheus), ("text/plain", .prometheus), ("", .prometheus),
            (
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics
            ),
            (
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                    + "application/openmetrics-text;version=0.0.1;q=0.4,"
                    + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,/;q=0.1",
                .openMetrics
            ),
            ("application/openmetrics-text", .openMetrics), ("application/openmetrics-text;version=0.0.1", .prometheus),
            ("application/openmetrics-text;version=2.0.0,*/*;q=0.1", .prometheus),
            ("application/openmetrics-text;q=0.1,text/plain;q=0.2", .prometheus),
            ("application/openmetrics-text;version=1.0.0;q=0", .prometheus),
        ] as [(String?, MetricsFormat)]
    )
    func `the format follows the Accept field`(accept: String?, format: MetricsFormat) {
        let fields = accept.map { ["Accept: \($0)"] } ?? []
        #expect(withRequest(fields) { request, bytes in MetricsFormat(for: request, in: bytes) } == format)
    }
}
