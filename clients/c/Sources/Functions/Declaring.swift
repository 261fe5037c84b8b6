// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CTuner
import JSONCore
import TunerClient

@c @implementation
public func tuner_number(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: Double,
    _ spec: UnsafePointer<tuner_spec>?
) -> OpaquePointer? {
    guard fallback.isFinite else { return nil }
    return unsafe declare(tuner, key, "number", .double(fallback), spec) { tuner, key, words in
        .number(ForeignValue(tunable: key, fallback, words, on: tuner))
    }
}

@c @implementation
public func tuner_integer(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: Int64,
    _ spec: UnsafePointer<tuner_spec>?
) -> OpaquePointer? {
    unsafe declare(tuner, key, "integer", .integer(fallback), spec) { tuner, key, words in
        .integer(ForeignValue(tunable: key, fallback, words, on: tuner))
    }
}

@c @implementation
public func tuner_bool(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: Bool,
    _ spec: UnsafePointer<tuner_spec>?
) -> OpaquePointer? {
    unsafe declare(tuner, key, "bool", .boolean(fallback), spec) { tuner, key, words in
        .boolean(ForeignValue(tunable: key, fallback, words, on: tuner))
    }
}

@c @implementation
public func tuner_string(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: UnsafePointer<CChar>?,
    _ spec: UnsafePointer<tuner_spec>?
) -> OpaquePointer? {
    guard let fallback = unsafe string(fallback) else { return nil }
    return unsafe declare(tuner, key, "string", .string(fallback), spec) { tuner, key, words in
        .string(ForeignValue(tunable: key, StringText(fallback), words, on: tuner))
    }
}

@c @implementation
public func tuner_json(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: UnsafePointer<CChar>?,
    _ spec: UnsafePointer<tuner_spec>?
) -> OpaquePointer? {
    guard let fallback = try? unsafe json(fallback, named: "default") else { return nil }
    return unsafe declare(tuner, key, "json", fallback, spec) { tuner, key, words in
        .json(ForeignValue(tunable: key, JSONText(TunerValue(fallback)), words, on: tuner))
    }
}

@c @implementation
public func tuner_flag_bool(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: Bool,
    _ context: UnsafePointer<CChar>?
) -> OpaquePointer? {
    unsafe declareFlag(tuner, key, "bool", .boolean(fallback), context) { tuner, key, context in
        .boolean(ForeignValue(flag: key, fallback, context, on: tuner))
    }
}

@c @implementation
public func tuner_flag_number(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: Double,
    _ context: UnsafePointer<CChar>?
) -> OpaquePointer? {
    guard fallback.isFinite else { return nil }
    return unsafe declareFlag(tuner, key, "number", .double(fallback), context) { tuner, key, context in
        .number(ForeignValue(flag: key, fallback, context, on: tuner))
    }
}

@c @implementation
public func tuner_flag_string(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: UnsafePointer<CChar>?,
    _ context: UnsafePointer<CChar>?
) -> OpaquePointer? {
    guard let fallback = unsafe string(fallback) else { return nil }
    return unsafe declareFlag(tuner, key, "string", .string(fallback), context) { tuner, key, context in
        .string(ForeignValue(flag: key, StringText(fallback), context, on: tuner))
    }
}

@c @implementation
public func tuner_flag_json(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: UnsafePointer<CChar>?,
    _ context: UnsafePointer<CChar>?
) -> OpaquePointer? {
    guard let fallback = try? unsafe json(fallback, named: "default") else { return nil }
    return unsafe declareFlag(tuner, key, "json", fallback, context) { tuner, key, context in
        .json(ForeignValue(flag: key, JSONText(TunerValue(fallback)), context, on: tuner))
    }
}

/// Declares a tunable of a type; nil if an argument cannot be used.
private func declare(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ type: String,
    _ fallback: JSON,
    _ spec: UnsafePointer<tuner_spec>?,
    _ make: @escaping @Sendable (Tuner, String, [SpecWords.Word]) -> ValueBinding
) -> OpaquePointer? {
    guard let client = try? unsafe client(tuner), let key = unsafe string(key),
        let words = try? unsafe SpecWords(spec, isInteger: type == "integer")
    else { return nil }
    let declaration = Declaration(key: key, type: type, identity: "\(fallback) \(words.identity)", isFlag: false)
    return unsafe pointer(client.value(of: declaration) { make($0, key, words.words) })
}

/// Declares a flag of a type; nil if an argument cannot be used.
private func declareFlag(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ type: String,
    _ fallback: JSON,
    _ context: UnsafePointer<CChar>?,
    _ make: @escaping @Sendable (Tuner, String, FlagContext) -> ValueBinding
) -> OpaquePointer? {
    guard let client = try? unsafe client(tuner), let key = unsafe string(key),
        let context = try? unsafe TunerC.context(context)
    else { return nil }
    let declaration = Declaration(key: key, type: type, identity: "\(fallback) \(context.hashValue)", isFlag: true)
    return unsafe pointer(client.value(of: declaration) { make($0, key, context) })
}
