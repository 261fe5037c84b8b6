// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CTuner
import SystemCore

@c @implementation
public func tuner_get_number(_ tuner: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Double) -> Double {
    if let known = unsafe find(tuner, key, .number) { return unsafe known._withUnsafeGuaranteedRef { $0.number } }
    return unsafe withValue(insert(known(tuner, key, "number") ?? tuner_number(tuner, key, fallback, nil), .number)) {
        $0.number
    } ?? fallback
}

@c @implementation
public func tuner_get_integer(_ tuner: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Int64) -> Int64 {
    if let known = unsafe find(tuner, key, .integer) { return unsafe known._withUnsafeGuaranteedRef { $0.integer } }
    return unsafe withValue(insert(known(tuner, key, "integer") ?? tuner_integer(tuner, key, fallback, nil), .integer))
    { $0.integer } ?? fallback
}

@c @implementation
public func tuner_get_bool(_ tuner: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Bool) -> Bool {
    if let known = unsafe find(tuner, key, .boolean) { return unsafe known._withUnsafeGuaranteedRef { $0.boolean } }
    return unsafe withValue(insert(known(tuner, key, "bool") ?? tuner_bool(tuner, key, fallback, nil), .boolean)) {
        $0.boolean
    } ?? fallback
}

@c @implementation
public func tuner_get_flag(_ tuner: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Bool) -> Bool {
    if let known = unsafe find(tuner, key, .flag) { return unsafe known._withUnsafeGuaranteedRef { $0.boolean } }
    return unsafe withValue(insert(tuner_flag_bool(tuner, key, fallback, nil), .flag)) { $0.boolean } ?? fallback
}

@c @implementation
public func tuner_get_string(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ fallback: UnsafePointer<CChar>?,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    var text = unsafe find(tuner, key, .string).flatMap { unsafe $0._withUnsafeGuaranteedRef { $0.readers.text } }
    if text == nil {
        text =
            unsafe withValue(insert(known(tuner, key, "string") ?? tuner_string(tuner, key, fallback, nil), .string)) {
                $0.readers.text
            } ?? nil
    }
    if text == nil { text = unsafe string(fallback).map { Text($0) } }
    return unsafe text?.copy(to: buffer, size) ?? noText(buffer, size)
}

/// Returns the value that a function has declared by its key.
@inline(__always)
private func find(
    _ tuner: OpaquePointer?,
    _ key: UnsafePointer<CChar>?,
    _ kind: KeyTable.Kind
) -> Unmanaged<DeclaredValue>? {
    guard let key = unsafe key else { return nil }
    return unsafe withClient(tuner) { unsafe $0.keys.find(key, kind) } ?? nil
}

/// Returns the value of a tunable that the program has declared with any default.
private func known(_ tuner: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ type: String) -> OpaquePointer? {
    guard let client = try? unsafe client(tuner), let key = unsafe string(key) else { return nil }
    return unsafe client.tunable(key, type).map { unsafe pointer($0) }
}

/// Inserts a value into the table of keys, unless another thread has done so; returns it.
private func insert(_ pointer: OpaquePointer?, _ kind: KeyTable.Kind) -> OpaquePointer? {
    unsafe withValue(pointer) { value in
        let client = value.client
        client.live.declarations.withLock { _ in
            if unsafe client.keys.find(value.key, kind) == nil { client.keys.insert(value, kind) }
        }
    }
    return unsafe pointer
}
