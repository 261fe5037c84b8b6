import CTuner
import JSONCore
import TunerClient

/// Runs a closure with the client that a pointer means; nil without one.
@inline(__always)
func withClient<Result>(_ pointer: OpaquePointer?, _ body: (Client) -> Result) -> Result? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<Client>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef { body($0) }
}

/// Runs a closure with the value that a pointer means; nil without one.
@inline(__always)
func withValue<Result>(_ pointer: OpaquePointer?, _ body: (DeclaredValue) -> Result) -> Result? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe Unmanaged<DeclaredValue>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef { body($0) }
}

/// Returns the client that a pointer means.
func client(_ pointer: OpaquePointer?) throws(CallError) -> Client {
    guard let pointer = unsafe pointer else { throw .invalid("the client is NULL") }
    return unsafe Unmanaged<Client>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Returns the value that a pointer means.
func value(_ pointer: OpaquePointer?) throws(CallError) -> DeclaredValue {
    guard let pointer = unsafe pointer else { throw .invalid("the value is NULL") }
    return unsafe Unmanaged<DeclaredValue>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Returns the pointer that C keeps of an object.
func pointer(_ object: AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
}

/// Returns the string of a text; nil for NULL, and for a text that is not UTF-8.
func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.flatMap { unsafe String(validatingCString: $0) }
}

/// Returns the string of a text.
func string(_ text: UnsafePointer<CChar>?, named name: String) throws(CallError) -> String {
    guard let text = unsafe text else { throw .invalid("the \(name) is NULL") }
    guard let string = unsafe String(validatingCString: text) else { throw .invalid("the \(name) is not UTF-8") }
    return string
}

/// Returns the string of a text; nil for NULL.
func optionalString(_ text: UnsafePointer<CChar>?, named name: String) throws(CallError) -> String? {
    guard unsafe text != nil else { return nil }
    return try unsafe string(text, named: name)
}

/// Returns the value of a JSON text.
func json(_ text: UnsafePointer<CChar>?, named name: String) throws(CallError) -> JSON {
    let string = try unsafe string(text, named: name)
    do throws(JSONFault) {
        return try JSON.parse(string)
    } catch {
        throw .invalid("the \(name) is not JSON: \(error.reason), at byte \(error.offset)")
    }
}

/// Returns the members of a JSON object; none for NULL.
func members(_ text: UnsafePointer<CChar>?, named name: String) throws(CallError) -> JSONObject {
    guard let text = unsafe text else { return JSONObject() }
    guard case .object(let members) = try unsafe json(text, named: name) else {
        throw .invalid("the \(name) is no JSON object")
    }
    return members
}

/// Returns the context of a JSON object; empty for NULL.
func context(_ text: UnsafePointer<CChar>?) throws(CallError) -> FlagContext {
    let members = try unsafe members(text, named: "context")
    return FlagContext(Dictionary(members.members.map { ($0.name, TunerValue($0.value)) }) { $1 })
}
