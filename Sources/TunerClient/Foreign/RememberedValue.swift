import JSONCore

/// The last known value of a tunable or a flag.
package struct RememberedValue: Sendable {
    let subject: CellSubject
    let json: JSON
}

extension Tuner {
    /// Creates a tuner whose declarations begin with the values that another tuner had, or else with those of the file.
    ///
    /// A child process after a fork has no thread of its parent, and so needs another tuner.
    package convenience init(_ options: TunerOptions, continuing values: [RememberedValue]) {
        let faults = FaultReporter(options.faultHandler)
        let file = options.valuesFile.map { ValuesFile($0) }
        let last = Dictionary(values.map { ($0.subject, $0.json) }) { first, _ in first }
        let remembered = (file?.read(faults) ?? [:]).merging(last) { _, last in last }
        let store = CellStore(remembering: remembered, faults)
        let daemon = DaemonBackend(options, file, store, faults)
        self.init(store, daemon.status, daemon, faults)
        daemon.start()
    }
}
