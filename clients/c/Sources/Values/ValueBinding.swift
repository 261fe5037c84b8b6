import TunerClient

/// A value in one tuner, with its type.
enum ValueBinding: Sendable {
    case number(ForeignValue<Double>)
    case integer(ForeignValue<Int64>)
    case boolean(ForeignValue<Bool>)
    case string(ForeignValue<StringText>)
    case json(ForeignValue<JSONText>)

    /// The value without its type.
    var erased: any AnyForeignValue {
        switch self {
        case .number(let value): value
        case .integer(let value): value
        case .boolean(let value): value
        case .string(let value): value
        case .json(let value): value
        }
    }
}

/// What reads a value: one member is not nil.
struct ValueReaders {
    var number: ValueReader<Double>?
    var integer: ValueReader<Int64>?
    var boolean: ValueReader<Bool>?
    var string: ValueReader<StringText>?
    var json: ValueReader<JSONText>?

    init(_ binding: ValueBinding) {
        switch binding {
        case .number(let value): number = value.reader
        case .integer(let value): integer = value.reader
        case .boolean(let value): boolean = value.reader
        case .string(let value): string = value.reader
        case .json(let value): json = value.reader
        }
    }

    /// The text of a string or of a JSON value.
    var text: Text? { string?.value ?? json?.value }
}
