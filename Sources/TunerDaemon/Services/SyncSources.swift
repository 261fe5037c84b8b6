import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// The sources of layers that the connected programs have reported.
///
/// A report ends with its connection, and its memory is bounded for each connection.
final class SyncSources {
    private struct Report {
        let session: Session
        let client: String
        let pid: Int64
        let sources: [SyncSourceRecord]
    }

    /// The largest number of sources of one connection.
    private static let maxSources = 1_024

    /// The reports, in the order in which their programs have first reported.
    private var reports: [Report] = []
    /// The number of changes of the reports.
    private(set) var changes: UInt64 = 0

    /// The number of sources.
    var count: Int64 { reports.reduce(0) { $0 + Int64($1.sources.count) } }

    /// Replaces the sources of a program; returns whether that changed anything.
    func replace(_ sources: [SyncSourceRecord], of caller: Caller) -> Bool {
        let session = caller.session
        let actor = caller.actor(in: session)
        let sources = sources.prefix(SyncSources.maxSources).map(\.shortened)
        let report = Report(session: session, client: actor.client, pid: actor.pid, sources: sources)
        let index = reports.firstIndex { $0.session === session }
        switch (index, sources.isEmpty) {
        case (nil, true): return false
        case (nil, false): reports.append(report)
        case (let index?, _) where reports[index].sources == sources: return false
        case (let index?, true): reports.remove(at: index)
        case (let index?, false): reports[index] = report
        }
        changes += 1
        return true
    }

    /// Removes the sources of a connection that ends; returns whether it had some.
    func drop(_ session: Session) -> Bool {
        guard let index = reports.firstIndex(where: { $0.session === session }) else { return false }
        reports.remove(at: index)
        changes += 1
        return true
    }

    /// The sources for `sync.status`.
    var listed: [ListedSyncSource] {
        reports.flatMap { report in
            report.sources.map { source in
                var listed = ListedSyncSource()
                (listed.source, listed.client, listed.pid) = (source, report.client, report.pid)
                return listed
            }
        }
    }

    /// The source of each layer; of several, the one that was reported first.
    var byLayer: [String: SyncSourceRecord] {
        var sources: [String: SyncSourceRecord] = [:]
        for source in reports.lazy.flatMap(\.sources) where sources[source.layer] == nil {
            sources[source.layer] = source
        }
        return sources
    }

    /// The names of all layers, each once, in their order.
    var layers: [String] {
        var known: Set<String> = []
        return reports.flatMap(\.sources).map(\.layer).filter { known.insert($0).inserted }
    }

    /// Returns the names of those layers that a program has reported.
    func layers(of session: Session, among layers: [String]) -> [String] {
        guard let report = reports.first(where: { $0.session === session }) else { return [] }
        let own = Set(report.sources.map(\.layer))
        return layers.filter(own.contains)
    }
}

extension SyncSourceRecord {
    /// The source with shortened texts.
    fileprivate var shortened: SyncSourceRecord {
        var record = self
        (record.layer, record.address, record.state) = (layer.shortened, address.shortened, state.shortened)
        (record.version, record.error) = (version?.shortened, error?.shortened)
        record.rollout = rollout?.shortened
        (record.lastFetch, record.lastGood) = (lastFetch?.shortened, lastGood?.shortened)
        record.next = next?.shortened
        return record
    }
}
