import ConsoleCore
import SystemCore
import TunerAPI

extension Command {
    static let syncStatus = Command(
        "sync-status",
        "Print the sources of layers that tunersync fetches.",
        details: """
            Each line has the layer, what tunersync does for it, its version, the times of the last and the next fetch, and
            the counts. A layer whose last fetch failed has another line with the reason. "tunersync now" fetches.
            """,
        examples: ["tunerctl sync-status"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Sync.status)
        if response.result.sources.isEmpty {
            invocation.global.note("tunerctl: no connected program fetches layers; start tunersync --config FILE\n")
        }
        return try output.print(
            response.json,
            else: SyncSourceText.list(response.result.sources, at: Clocks.kernel.wall())
        )
    }
}
