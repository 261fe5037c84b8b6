// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CTuner
import JSONCore
import TunerAPI
import TunerClient

@c @implementation
public func tuner_shared() -> OpaquePointer? { unsafe pointer(Client.shared) }

@c @implementation
public func tuner_new(_ options: UnsafePointer<tuner_options>?) -> OpaquePointer? {
    guard let given = unsafe options?.pointee else {
        return unsafe retainedPointer(Client(TunerOptions(), isPolled: false, onFault: nil))
    }
    var options = TunerOptions()
    do throws(CallError) {
        options.name = try unsafe optionalString(given.name, named: "name")
        options.socket = try unsafe optionalString(given.socket, named: "socket")
        options.valuesFile = try unsafe optionalString(given.values_file, named: "values_file")
        options.world = try unsafe optionalString(given.world, named: "world")
    } catch {
        return nil
    }
    let user = unsafe UInt(bitPattern: given.user)
    let onFault = unsafe given.on_fault.map { callback in
        { @Sendable (fault: String) in
            unsafe fault.withCString { unsafe callback($0, UnsafeMutableRawPointer(bitPattern: user)) }
        }
    }
    let isPolled = unsafe given.callbacks == TUNER_CALLBACKS_ON_POLL
    return unsafe retainedPointer(Client(options, isPolled: isPolled, onFault: onFault))
}

@c @implementation
public func tuner_free(_ tuner: OpaquePointer?) {
    guard let client = try? unsafe client(tuner), !client.isShared else { return }
    client.close()
    unsafe Unmanaged.passUnretained(client).release()
}

@c @implementation
public func tuner_ready(
    _ tuner: OpaquePointer?,
    _ milliseconds: Int64,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let tuner = try unsafe client(tuner).live.tuner
        // A longer time has no end for a program.
        let timeout = Duration.milliseconds(min(max(milliseconds, 0), 1 << 40))
        try passing { () throws(TunerError) in try tuner.waitUntilReady(timeout: timeout) }
    }
}

@c @implementation
public func tuner_is_connected(_ tuner: OpaquePointer?) -> Bool {
    unsafe withClient(tuner) { $0.live.tuner.isConnected } ?? false
}

private let version = unsafe UInt(bitPattern: newText(API.release))

@c @implementation
public func tuner_version() -> UnsafePointer<CChar>? { unsafe UnsafePointer(bitPattern: version) }

@c @implementation
public func tuner_error_clear(_ error: UnsafeMutablePointer<tuner_error>?) {
    guard let error = unsafe error else { return }
    unsafe error.pointee.message?.deallocate()
    unsafe error.pointee.kind?.deallocate()
    unsafe error.pointee.data?.deallocate()
    unsafe error.pointee = tuner_error()
}

@c @implementation
public func tuner_set_context(
    _ tuner: OpaquePointer?,
    _ context: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        try unsafe client(tuner).setContext(TunerC.context(context))
    }
}

@c @implementation
public func tuner_call(
    _ tuner: OpaquePointer?,
    _ method: UnsafePointer<CChar>?,
    _ params: UnsafePointer<CChar>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe result?.pointee = nil
    return unsafe attempt(error) { () throws(CallError) in
        let tuner = try unsafe client(tuner).live.tuner
        let method = try unsafe string(method, named: "method")
        let params = try unsafe members(params, named: "params")
        let response = try passing(on: tuner) { () throws(TunerError) in try tuner.perform(method, .object(params)) }
        unsafe result?.pointee = newText((try? response.written()) ?? "null")
    }
}

@c @implementation
public func tuner_free_text(_ text: UnsafeMutablePointer<CChar>?) { unsafe text?.deallocate() }

/// Returns the pointer that C keeps of an object, which stays until C frees it.
private func retainedPointer(_ object: AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}
