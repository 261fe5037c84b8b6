import HTTPCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TunerAPI

/// The route of `/metrics`.
struct MetricsRoutes {
    /// How long a request waits for the daemon; Prometheus waits for ten seconds.
    private static let patience = Duration.seconds(3)

    private let calls: DaemonCalls
    private let streams: EventStreams
    /// The patterns of the exported tunables.
    private let exports: [String]
    private let started: Double
    private let loop: EventLoop

    init(
        _ calls: DaemonCalls,
        _ streams: EventStreams,
        exports: [String],
        clock: Clocks = .kernel,
        on loop: EventLoop
    ) {
        self.calls = calls
        self.streams = streams
        self.exports = exports
        self.loop = loop
        started = Double(clock.wall().milliseconds) / 1_000
    }

    var all: [Route] {
        [Route(.get, "/metrics", .restricted, respond)]
    }

    private func respond(_ call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        let format = MetricsFormat(for: call.request, in: bytes)
        // What responds first ends the exchange; the other one then does nothing.
        var known: (inout MetricsWriter) -> Void = { $0.writeMissingDaemon() }
        let timer = loop.schedule(after: MetricsRoutes.patience) { respond(in: format, exchange, known) }
        readDaemon { read in
            if case .success(let records) = read {
                known = { $0.write(records) }
                guard exports.isEmpty else { return respond(in: format, records, exchange, until: timer) }
            }
            loop.cancel(timer)
            respond(in: format, exchange, known)
        }
    }

    /// Reads the state and the counts of the daemon, its layers and their sources.
    private func readDaemon(_ handle: @escaping (Result<DaemonRecords, DaemonFault>) -> Void) {
        calls.call(API.Server.info, on: .reads, in: nil) { info in
            calls.call(API.Server.stats, on: .reads, in: nil) { stats in
                calls.call(API.Layers.list, on: .reads, in: nil) { layers in
                    calls.call(API.Sync.status, on: .reads, in: nil) { sources in
                        handle(MetricsRoutes.records(info, stats, layers, sources))
                    }
                }
            }
        }
    }

    /// Returns the records of four responses, or the first failure.
    ///
    /// A daemon of an earlier version has no `sync.status`, and then there are no sources.
    static func records(
        _ info: Result<ServerInfo, DaemonFault>,
        _ stats: Result<ServerStats, DaemonFault>,
        _ layers: Result<LayerListResult, DaemonFault>,
        _ sources: Result<SyncStatusResult, DaemonFault>
    ) -> Result<DaemonRecords, DaemonFault> {
        Result { () throws(DaemonFault) in
            let isOld =
                if case .failure(.refused(let error)) = sources {
                    error.kind == ErrorKind.methodNotFound.rawValue
                } else {
                    false
                }
            return DaemonRecords(
                try info.get(),
                try stats.get(),
                try layers.get().layers,
                isOld ? [] : try sources.get().sources
            )
        }
    }

    /// Responds with the metrics and the exported values, unless the timer has responded before.
    private func respond(
        in format: MetricsFormat,
        _ records: DaemonRecords,
        _ exchange: Exchange,
        until timer: TimerHeap.ID
    ) {
        var parameters = PageParameters()
        parameters.match = PatternList(exports)
        calls.call(API.Tunables.getAll.name.description, parameters, on: .bulk, in: nil) { response, text in
            loop.cancel(timer)
            switch response {
            case .success(let result):
                let hidden = HiddenKeys(of: result, in: text)
                let values = result.member("values", in: text)
                respond(in: format, exchange) { writer in
                    writer.write(records)
                    if let values {
                        writer.write(values: values, without: hidden, in: text)
                    }
                }
            // A wrong pattern of --export must be seen.
            case .failure(.refused(let error)): exchange.respond(.refused(error))
            case .failure: respond(in: format, exchange) { $0.write(records) }
            }
        }
    }

    /// Responds with the metrics of the gateway after those of `write`.
    private func respond(in format: MetricsFormat, _ exchange: Exchange, _ write: (inout MetricsWriter) -> Void) {
        guard var counts = exchange.server?.counts else { return }
        counts.started = started
        counts.eventStreams = Int64(streams.count)
        var writer = MetricsWriter(format)
        write(&writer)
        writer.write(counts, version: API.release)
        writer.finish().withBytes { exchange.respond(.ok, .other(format.contentType), $0) }
    }
}
