import JSONCore

/// What one `update` is to write: `try await tuner.update { changes in try changes.set(spacing, to: 4) }`.
public struct TunableChanges {
    let tuner: Tuner
    private(set) var values: [(subject: CellSubject, place: Int, value: JSON)] = []

    init(tuner: Tuner) { self.tuner = tuner }

    /// Writes a tunable with the others; of two values for one the last counts.
    ///
    /// ```swift
    /// try changes.set(settings.$cornerRadius, to: 18)
    /// ```
    public mutating func set<Value>(_ tunable: Tunable<Value>, to value: Value) throws(TunerError) {
        precondition(tunable.tuner === tuner, "a tunable is written by its own tuner")
        let json = try Tuner.json(of: value, for: tunable.key)
        values.removeAll { $0.place == tunable.place }
        values.append((tunable.cell.subject, tunable.place, json))
    }
}
