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

    /// The meaning, in a sentence.
    package var summary: String {
        switch self {
        case .parse: "The bytes are not JSON, or not messages."
        case .invalidRequest: "The JSON is not a request of JSON-RPC 2.0."
        case .methodNotFound: "No method has this name."
        case .invalidParams: "A parameter is unknown, missing, of the wrong type or not allowed, or there are too many."
        case .internal: "The daemon has a fault."
        case .unknownKey: "No tunable has this key, or the key has no value."
        case .typeMismatch: "The value has the wrong type."
        case .outOfRange: "The value has the right type, but violates a constraint."
        case .conflict: "The key changed in the meantime, the world or flag exists, or nothing can be undone or redone."
        case .denied: "The user of the client may not call this method."
        case .readOnly: "A layer locks the key, or the key is declared as read-only."
        case .tooLarge: "The request exceeds a limit."
        case .busy: "The daemon cannot do this now."
        case .storage: "The daemon cannot write to its disk."
        case .unknownFlag: "No flag has this key."
        case .invalidDefinition: "A spec, a schema or the definition of a flag is not valid."
        case .declarationConflict: "Another client declared the key differently, or the key is built in."
        case .unknownLayer: "No layer has this name."
        case .unknownWorld: "The world has ended or never existed, or it is a proposal, which no client can join."
        }
    }

    /// What a client should do, in a sentence.
    package var advice: String {
        switch self {
        case .parse: "Fix the client; connect again if the connection ended."
        case .invalidRequest: "Fix the members `jsonrpc`, `id`, `method` and `params`."
        case .methodNotFound: "Call the method in `nearest`, or use a newer daemon."
        case .invalidParams: "Fix the parameter in `parameter`."
        case .internal: "Report the message as a defect of Tuner."
        case .unknownKey: "Use the key in `nearest`, set or declare the key, or call `tunables.get` with a `default`."
        case .typeMismatch: "Send a value of the type in `expected`."
        case .outOfRange: "Send a value within the constraints in `data`, or set a number with `clamp`."
        case .conflict: "Read the value, then decide whether to write again."
        case .denied: "Do not retry; the owner of the daemon gives access."
        case .readOnly: "Do not retry; `layer` is the layer that locks the key."
        case .tooLarge: "Send less than the `maximum`, or start the daemon with a larger limit."
        case .busy: "Retry later."
        case .storage: "Retry later; `storage` in the response to `server.info` shows when writing works again."
        case .unknownFlag: "Use the key in `nearest`, or declare or define the flag."
        case .invalidDefinition: "Fix each of the `faults`."
        case .declarationConflict: "Keep the existing declaration, declare with `replace`, or use another key."
        case .unknownLayer: "Use the name in `nearest`, or put the layer first."
        case .unknownWorld: "Call `session.hello` without `world`, or create another world."
        }
    }

    /// The members that `data` can have in addition to `kind`; `faults` and the facts of a violated constraint are extra.
    package var facts: [String] {
        switch self {
        case .parse: ["offset", "line", "column"]
        case .invalidRequest, .internal, .busy: []
        case .methodNotFound: ["method", "nearest"]
        case .invalidParams: ["parameter", "nearest", "expected", "maximum", "value", "allowed", "layer"]
        case .unknownKey: ["key", "nearest", "isFlag", "memberOf"]
        case .typeMismatch: ["key", "value", "expected", "variant", "item", "member", "pointer"]
        case .outOfRange:
            ["key", "parameter", "value", "variant", "nearest", "constraint", "item", "member", "pointer"]
        case .conflict: ["key", "ifRevision", "revision", "client", "world", "operation", "skip"]
        case .denied: ["method"]
        case .readOnly: ["key", "layer"]
        case .tooLarge: ["limit", "maximum", "key", "parameter", "bytes"]
        case .storage: ["certain"]
        case .unknownFlag: ["key", "nearest", "isTunable"]
        case .invalidDefinition: ["faults", "key"]
        case .declarationConflict: ["key", "client"]
        case .unknownLayer: ["layer", "nearest"]
        case .unknownWorld: ["world"]
        }
    }
}
