/// A kind of error that a program can act on: its stable name in `data.kind`, and its code.
package enum ErrorKind: String, CaseIterable, Sendable {
    case parse
    case invalidRequest
    case methodNotFound
    case invalidParams
    case `internal`
    case unknownKey
    case typeMismatch
    case outOfRange
    case conflict
    case denied
    case readOnly
    case tooLarge
    case busy
    case storage
    case unknownFlag
    case invalidDefinition
    case declarationConflict
    case unknownLayer
    case unknownWorld

    /// The JSON-RPC error code.
    package var code: Int {
        switch self {
        case .parse: -32_700
        case .invalidRequest: -32_600
        case .methodNotFound: -32_601
        case .invalidParams: -32_602
        case .internal: -32_603
        case .unknownKey: -32_001
        case .typeMismatch: -32_002
        case .outOfRange: -32_003
        case .conflict: -32_004
        case .denied: -32_005
        case .readOnly: -32_006
        case .tooLarge: -32_007
        case .busy: -32_008
        case .storage: -32_009
        case .unknownFlag: -32_010
        case .invalidDefinition: -32_011
        case .declarationConflict: -32_012
        case .unknownLayer: -32_013
        case .unknownWorld: -32_014
        }
    }

    /// When it comes, in a line.
    package var summary: String {
        switch self {
        case .parse: "the text is no JSON, or the stream no messages"
        case .invalidRequest: "the JSON is no request"
        case .methodNotFound: "there is no such method"
        case .invalidParams: "a parameter is unknown, missing, too many, or of the wrong type"
        case .internal: "the daemon's own fault"
        case .unknownKey: "no tunable has this key"
        case .typeMismatch: "the value is of another type"
        case .outOfRange: "the value breaks a constraint of its spec"
        case .conflict: "it changed meanwhile, or there is nothing to undo"
        case .denied: "the caller may not do this"
        case .readOnly: "the key is locked or read-only"
        case .tooLarge: "something is beyond a limit"
        case .busy: "not now; later it may work"
        case .storage: "the state cannot be written"
        case .unknownFlag: "no flag has this key"
        case .invalidDefinition: "the definition cannot be used"
        case .declarationConflict: "the key is declared otherwise"
        case .unknownLayer: "no layer has this name"
        case .unknownWorld: "the world has ended, or never was"
        }
    }
}
