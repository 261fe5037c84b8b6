import TunerClient

/// A flag of any type, whose values are JSON.
protocol DeclaredFlag {
    var json: TunerValue { get }
    func wait(for value: TunerValue) async
}

extension Flag: DeclaredFlag {
    var json: TunerValue { TunerValue.of(value) }

    func wait(for value: TunerValue) async { await values.wait(for: value) }
}

/// Declares a flag with the type of its default.
func declaredFlag(
    _ key: String,
    _ fallback: TunerValue,
    _ members: [String: TunerValue],
    on tuner: Tuner
) -> any DeclaredFlag {
    let context = FlagContext(members)
    switch fallback {
    case .bool(let value): return Flag(key, default: value, context: context, on: tuner)
    case .string(let value): return Flag(key, default: value, context: context, on: tuner)
    case .integer, .number: return Flag(key, default: fallback.number ?? 0, context: context, on: tuner)
    default: return Flag(key, default: fallback, context: context, on: tuner)
    }
}
