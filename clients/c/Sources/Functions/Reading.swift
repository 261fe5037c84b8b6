// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CTuner
import TunerClient

@c @implementation
public func tuner_read_number(_ value: OpaquePointer?) -> Double { unsafe withValue(value) { $0.number } ?? 0 }

@c @implementation
public func tuner_read_integer(_ value: OpaquePointer?) -> Int64 { unsafe withValue(value) { $0.integer } ?? 0 }

@c @implementation
public func tuner_read_bool(_ value: OpaquePointer?) -> Bool { unsafe withValue(value) { $0.boolean } ?? false }

@c @implementation
public func tuner_read_string(
    _ value: OpaquePointer?,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    let text: Text? = unsafe withValue(value) { $0.readers.text } ?? nil
    return unsafe text?.copy(to: buffer, size) ?? noText(buffer, size)
}

/// Writes an empty text.
func noText(_ buffer: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    if let buffer = unsafe buffer, size > 0 { unsafe buffer.pointee = 0 }
    return 0
}

@c @implementation
public func tuner_borrow_string(
    _ value: OpaquePointer?,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
    // The snapshot keeps the text until its end.
    let text: Text? =
        unsafe withValue(value) { $0.client.live.tuner.isInSnapshot ? $0.readers.text : nil } ?? nil
    guard let text else {
        unsafe length?.pointee = 0
        return nil
    }
    unsafe length?.pointee = text.count
    return unsafe text.start
}

@c @implementation
public func tuner_key(_ value: OpaquePointer?) -> UnsafePointer<CChar>? {
    unsafe withValue(value) { unsafe UnsafePointer($0.key) }
}

@c @implementation
public func tuner_snapshot_begin(_ tuner: OpaquePointer?) {
    unsafe withClient(tuner) { $0.live.tuner.beginSnapshot() }
}

@c @implementation
public func tuner_snapshot_end(_ tuner: OpaquePointer?) {
    unsafe withClient(tuner) { $0.live.tuner.endSnapshot() }
}

extension DeclaredValue {
    /// The present number, also of an integer; 0 for another type.
    @inline(__always)
    var number: Double {
        let readers = readers
        if let reader = readers.number { return reader.number }
        return readers.integer.map { Double($0.integer) } ?? 0
    }

    /// The present integer; 0 for another type.
    @inline(__always)
    var integer: Int64 { readers.integer?.integer ?? 0 }

    /// The present boolean; false for another type.
    @inline(__always)
    var boolean: Bool { readers.boolean?.boolean ?? false }
}
