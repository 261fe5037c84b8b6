// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CTuner
import TunerClient

/// What a `tuner_update` points to.
private final class Update {
    let client: Client
    var changes: [(value: DeclaredValue, change: ForeignChange)] = []

    init(_ client: Client) { self.client = client }
}

@c @implementation
public func tuner_update_begin(_ tuner: OpaquePointer?) -> OpaquePointer? {
    guard let client = try? unsafe client(tuner) else { return nil }
    return unsafe OpaquePointer(Unmanaged.passRetained(Update(client)).toOpaque())
}

@c @implementation
public func tuner_update_number(
    _ update: OpaquePointer?,
    _ value: OpaquePointer?,
    _ number: Double,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe add(value, .number(number), to: update, error) }

@c @implementation
public func tuner_update_integer(
    _ update: OpaquePointer?,
    _ value: OpaquePointer?,
    _ integer: Int64,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe add(value, .integer(integer), to: update, error) }

@c @implementation
public func tuner_update_bool(
    _ update: OpaquePointer?,
    _ value: OpaquePointer?,
    _ boolean: Bool,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe add(value, .boolean(boolean), to: update, error) }

@c @implementation
public func tuner_update_string(
    _ update: OpaquePointer?,
    _ value: OpaquePointer?,
    _ text: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe add(value, .string(text), to: update, error) }

@c @implementation
public func tuner_update_json(
    _ update: OpaquePointer?,
    _ value: OpaquePointer?,
    _ json: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe add(value, .json(json), to: update, error) }

@c @implementation
public func tuner_update_send(_ update: OpaquePointer?, _ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let update = try unsafe TunerC.update(update)
        defer { unsafe Unmanaged.passUnretained(update).release() }
        let tuner = update.client.live.tuner
        try passing(on: tuner) { () throws(TunerError) in try tuner.perform(update.changes.map(\.change)) }
    }
}

@c @implementation
public func tuner_update_post(_ update: OpaquePointer?, _ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let update = try unsafe TunerC.update(update)
        defer { unsafe Unmanaged.passUnretained(update).release() }
        let core = update.client.live
        let changes = update.changes.map(\.change)
        try core.posted.post(update.changes.map(\.value.declaration.key)) { core.tuner.post(changes, $0) }
    }
}

@c @implementation
public func tuner_update_cancel(_ update: OpaquePointer?) {
    guard let update = try? unsafe TunerC.update(update) else { return }
    unsafe Unmanaged.passUnretained(update).release()
}

private func update(_ pointer: OpaquePointer?) throws(CallError) -> Update {
    guard let pointer = unsafe pointer else { throw .invalid("the update is NULL") }
    return unsafe Unmanaged<Update>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Adds a value to an update; a second one for the same value replaces the first.
private func add(
    _ value: OpaquePointer?,
    _ new: NewValue,
    to update: OpaquePointer?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let update = try unsafe TunerC.update(update)
        let value = try unsafe TunerC.value(value)
        guard value.client === update.client else { throw .invalid("the value belongs to another client") }
        guard !value.declaration.isFlag else { throw .invalid("an update has no flags") }
        let change = try new.change(of: value)
        update.changes.removeAll { $0.value === value }
        update.changes.append((value, change))
    }
}
