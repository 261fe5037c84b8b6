import JSONCore

/// The last known value of a tunable or a flag.
package struct RememberedValue: Sendable {
    let subject: CellSubject
    let json: JSON
}

extension Tuner {
    /// Creates a tuner whose declarations begin with the values that another tuner had.
    ///
    /// A child process after a fork has no thread of its parent, and so needs another tuner.
    package convenience init(_ options: TunerOptions, continuing values: [RememberedValue]) {
        let faults = FaultReporter(options.faultHandler)
        let remembered = Dictionary(values.map { ($0.subject, $0.json) }) { first, _ in first }
        let store = CellStore(remembering: remembered, faults)
        let daemon = DaemonBackend(options, options.valuesFile.map { ValuesFile($0) }, store, faults)
        self.init(store, daemon.status, daemon, faults)
        daemon.start()
    }
}
