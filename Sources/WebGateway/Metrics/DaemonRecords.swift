package import TunerAPI

/// What the daemon returns for its metrics.
package struct DaemonRecords {
    let info: ServerInfo
    let stats: ServerStats
    let layers: [ListedLayer]
    let sources: [ListedSyncSource]

    package init(
        _ info: ServerInfo,
        _ stats: ServerStats,
        _ layers: [ListedLayer] = [],
        _ sources: [ListedSyncSource] = []
    ) {
        self.info = info
        self.stats = stats
        self.layers = layers
        self.sources = sources
    }
}
