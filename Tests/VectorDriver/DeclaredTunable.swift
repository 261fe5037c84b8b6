import TunerClient

/// A tunable of any type, whose values are JSON.
protocol DeclaredTunable {
    var json: TunerValue { get }
    func wait(for value: TunerValue) async
    func set(_ value: TunerValue) async throws
    func reset() async throws
    func add(_ value: TunerValue, to changes: inout TunableChanges) throws
    func add(_ value: TunerValue, to changes: inout TryChanges) throws
    func refuse(_ reason: String)
    func observe(_ body: @escaping @Sendable (TunerValue) -> Void) -> ChangeObservation
}

extension Tunable: DeclaredTunable {
    var json: TunerValue { TunerValue.of(value) }

    func wait(for value: TunerValue) async { await values.wait(for: value) }

    func set(_ value: TunerValue) async throws { try await set(decoded(value), clamping: false, for: nil) }

    func add(_ value: TunerValue, to changes: inout TunableChanges) throws {
        try changes.set(self, to: decoded(value))
    }

    func add(_ value: TunerValue, to changes: inout TryChanges) throws {
        try changes.set(self, to: decoded(value))
    }

    func observe(_ body: @escaping @Sendable (TunerValue) -> Void) -> ChangeObservation {
        onChange { body(TunerValue.of($0)) }
    }

    private func decoded(_ value: TunerValue) throws -> Value { try value.decoded(as: Value.self) }
}

/// The words of an enumeration in a vector.
enum Level: String, Codable, CaseIterable, Sendable { case low, medium, high }

/// Declares a tunable with the type of its default; a number is an integer only if the spec says so.
func declaredTunable(
    _ key: String,
    _ fallback: TunerValue,
    _ spec: [String: TunerValue],
    on tuner: Tuner
) -> any DeclaredTunable {
    let unit = spec["unit"]?.text
    let description = spec["description"]?.text
    switch fallback {
    case .bool(let value): return Tunable(key, default: value, unit: unit, description: description, on: tuner)
    case .string(let value):
        if spec["enum"] != nil, let level = Level(rawValue: value) {
            return Tunable(key, default: level, unit: unit, description: description, on: tuner)
        }
        return Tunable(key, default: value, unit: unit, description: description, on: tuner)
    case .integer, .number:
        if spec["type"]?.text == "integer", case .integer(let value) = fallback {
            return number(key, Int(value), spec.mapValues { $0.number.map { Int($0) } }, unit, description, on: tuner)
        }
        return number(key, fallback.number ?? 0, spec.mapValues(\.number), unit, description, on: tuner)
    default: return Tunable(key, default: fallback, unit: unit, description: description, on: tuner)
    }
}

private func number<Value: Codable & Sendable & Comparable & AdditiveArithmetic>(
    _ key: String,
    _ fallback: Value,
    _ spec: [String: Value?],
    _ unit: String?,
    _ description: String?,
    on tuner: Tuner
) -> any DeclaredTunable {
    let step = spec["step"] ?? nil
    func declared(_ range: some TunableRange<Value>) -> any DeclaredTunable {
        Tunable(key, default: fallback, in: range, step: step, unit: unit, description: description, on: tuner)
    }
    switch (spec["min"] ?? nil, spec["max"] ?? nil) {
    case (let lower?, let upper?): return declared(lower...upper)
    case (let lower?, nil): return declared(lower...)
    case (nil, let upper?): return declared(...upper)
    case (nil, nil): return Tunable(key, default: fallback, unit: unit, description: description, on: tuner)
    }
}
