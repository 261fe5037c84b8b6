import HTTPCore
package import JSONCore
import RPCCore
package import WebGateway

/// Metrics as text.
package enum MetricsText {
    /// Returns what the gateway shows: the metrics of the daemon, of the gateway, and the values of an object.
    package static func of(
        _ records: DaemonRecords,
        values: String = "{}",
        in format: MetricsFormat
    ) throws -> String {
        var writer = MetricsWriter(format)
        writer.write(records)
        writer.write(counts, version: "1.2.3")
        let text = values.utf8.span
        let values = try JSON.check(text)
        writer.write(values: values, without: HiddenKeys(of: values, in: text), in: text)
        return string(writer.finish())
    }

    package static func string(_ bytes: consuming ByteBuffer) -> String {
        String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    /// The counts of a gateway that has responded to some requests.
    package static var counts: GatewayCounts {
        var counts = GatewayCounts(routes: ["/tune", "other"])
        counts.started = 1_786_047_300.5
        counts.connections = 3
        counts.acceptedConnections = 7
        counts.refusedConnections = 1
        counts.eventStreams = 2
        counts.webSockets = 1
        counts.received = 1_000
        counts.sent = 5_000_000_000
        counts.add(route: 0, status: .ok, nanoseconds: 1_023)
        counts.add(route: 0, status: .ok, nanoseconds: 1_024)
        counts.add(route: 0, status: .notModified, nanoseconds: 3_000_000_000)
        counts.add(route: 1, status: .notFound, nanoseconds: 2_000)
        return counts
    }
}
