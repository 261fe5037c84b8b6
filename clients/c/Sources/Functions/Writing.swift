// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public import CTuner
import JSONCore
import TunerClient

@c @implementation
public func tuner_set_number(
    _ value: OpaquePointer?,
    _ number: Double,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe set(value, to: .number(number), error) }

@c @implementation
public func tuner_set_integer(
    _ value: OpaquePointer?,
    _ integer: Int64,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe set(value, to: .integer(integer), error) }

@c @implementation
public func tuner_set_bool(
    _ value: OpaquePointer?,
    _ boolean: Bool,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe set(value, to: .boolean(boolean), error) }

@c @implementation
public func tuner_set_string(
    _ value: OpaquePointer?,
    _ text: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe set(value, to: .string(text), error) }

@c @implementation
public func tuner_set_json(
    _ value: OpaquePointer?,
    _ json: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code { unsafe set(value, to: .json(json), error) }

@c @implementation
public func tuner_reset(_ value: OpaquePointer?, _ error: UnsafeMutablePointer<tuner_error>?) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let value = try unsafe TunerC.value(value)
        let binding = value.binding.erased
        try passing(on: value.client.live.tuner) { () throws(TunerError) in try binding.reset() }
    }
}

private func set(
    _ value: OpaquePointer?,
    to new: NewValue,
    _ error: UnsafeMutablePointer<tuner_error>?
) -> tuner_code {
    unsafe attempt(error) { () throws(CallError) in
        let value = try unsafe TunerC.value(value)
        let change = try new.change(of: value)
        let tuner = value.client.live.tuner
        try passing(on: tuner) { () throws(TunerError) in try tuner.perform([change]) }
    }
}

/// A value that C code gives.
@safe
enum NewValue {
    case number(Double)
    case integer(Int64)
    case boolean(Bool)
    case string(UnsafePointer<CChar>?)
    case json(UnsafePointer<CChar>?)

    /// Returns the change that sets a value; throws if it has another type.
    func change(of value: DeclaredValue) throws(CallError) -> ForeignChange {
        switch (self, value.binding) {
        case (.number(let number), .number(let value)): try change(of: value, to: number)
        case (.number(let number), .integer(let value)) where Int64(exactly: number) != nil:
            try change(of: value, to: Int64(exactly: number) ?? 0)
        case (.integer(let integer), .integer(let value)): try change(of: value, to: integer)
        case (.integer(let integer), .number(let value)) where Int64(exactly: Double(integer)) == integer:
            try change(of: value, to: Double(integer))
        case (.boolean(let boolean), .boolean(let value)): try change(of: value, to: boolean)
        case (.string(let text), .string(let value)):
            try change(of: value, to: StringText(try unsafe TunerC.string(text, named: "text")))
        case (.json(let text), .json(let value)):
            try change(of: value, to: JSONText(TunerValue(try unsafe TunerC.json(text, named: "value"))))
        default: throw .invalid("\(unsafe String(cString: value.key)) was declared with another type")
        }
    }

    private func change<Value>(of value: ForeignValue<Value>, to new: Value) throws(CallError) -> ForeignChange {
        try passing { () throws(TunerError) in try value.change(to: new) }
    }
}
