// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CTuner
import TunerClient

@c @implementation
public func tuner_post_number(
    _ value: OpaquePointer?,
    _ number: Double,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe post(value, .number(number), error) }

@c @implementation
public func tuner_post_integer(
    _ value: OpaquePointer?,
    _ integer: Int64,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe post(value, .integer(integer), error) }

@c @implementation
public func tuner_post_bool(
    _ value: OpaquePointer?,
    _ boolean: Bool,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe post(value, .boolean(boolean), error) }

@c @implementation
public func tuner_post_string(
    _ value: OpaquePointer?,
    _ text: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe post(value, .string(text), error) }

@c @implementation
public func tuner_post_json(
    _ value: OpaquePointer?,
    _ json: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe post(value, .json(json), error) }

@c @implementation
public func tuner_post_reset(_ value: OpaquePointer?, _ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let value = try unsafe TunerC.value(value)
        let binding = value.binding.erased
        try value.client.live.posted.post([value.declaration.key]) { binding.postReset($0) }
    }
}

private func post(
    _ value: OpaquePointer?,
    _ new: NewValue,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let value = try unsafe TunerC.value(value)
        let change = try new.change(of: value)
        let core = value.client.live
        try core.posted.post([value.declaration.key]) { core.tuner.post([change], $0) }
    }
}
