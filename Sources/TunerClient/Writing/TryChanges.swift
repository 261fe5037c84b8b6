import JSONCore

/// The changes of one try: `try await tuner.attempt(for: .seconds(60)) { try $0.set(spacing, to: 4) }`.
public struct TryChanges {
    let tuner: Tuner
    private(set) var values: [(subject: CellSubject, index: Int, value: JSON)] = []

    init(tuner: Tuner) { self.tuner = tuner }

    /// Adds a value to the try.
    ///
    /// A second value for the same tunable replaces the first one. The call traps if the tunable belongs to another
    /// tuner.
    ///
    /// ```swift
    /// try changes.set(settings.$cornerRadius, to: 18)
    /// ```
    ///
    /// - Parameters:
    ///   - tunable: The tunable to set.
    ///   - value: The new value.
    /// - Throws: `TunerError.unencodable` if the value cannot be encoded as JSON, or is nil.
    public mutating func set<Value>(_ tunable: Tunable<Value>, to value: Value) throws(TunerError) {
        precondition(tunable.tuner === tuner, "a tunable is written by its own tuner")
        try add(tunable.cell.subject, tunable.index, value)
    }

    /// Adds the override of a flag to the try.
    ///
    /// A second value for the same flag replaces the first one. The call traps if the flag belongs to another tuner.
    ///
    /// ```swift
    /// try changes.set(features.$darkMode, to: true)
    /// ```
    ///
    /// - Parameters:
    ///   - flag: The flag to override, for all contexts.
    ///   - value: The value of the override.
    /// - Throws: `TunerError.unencodable` if the value cannot be encoded as JSON, or is nil.
    public mutating func set<Value>(_ flag: Flag<Value>, to value: Value) throws(TunerError) {
        precondition(flag.tuner === tuner, "a flag is written by its own tuner")
        try add(flag.cell.subject, flag.index, value)
    }

    private mutating func add(_ subject: CellSubject, _ index: Int, _ value: some Encodable) throws(TunerError) {
        let json = try Tuner.json(of: value, for: subject.key)
        guard json != .null else { throw .unencodable(key: subject.key, reason: "a try cannot set nil") }
        values.removeAll { $0.index == index }
        values.append((subject, index, json))
    }
}
