package import JSONCore

extension Evaluation {
    /// Writes the evaluation as JSON for a client; after an error the caller must remove the partial text.
    ///
    /// This is the only encoder of evaluations. It writes the constant text between values in few pieces, since that
    /// text is most of a response.
    package func write(for key: String, to writer: inout JSONWriter) throws(JSONNotFinite) {
        writer.begin(#"{"key":"#)
        writer.bytes.append(jsonString: key)
        if let value {
            writer.bytes.append(#","value":"#)
            try writer.bytes.append(json: value)
        }
        if let variant {
            writer.bytes.append(#","variant":"#)
            writer.bytes.append(jsonString: variant)
        }
        writer.bytes.append(reason.member)
        if isOverridden {
            writer.bytes.append(#","overridden":true"#)
        }
        if isLimited {
            writer.bytes.append(#","limited":true"#)
        }
        if let metadata = flag?.metadata, !metadata.isEmpty {
            writer.bytes.append(#","metadata":"#)
            try writer.bytes.append(json: .object(metadata))
        }
        if let fault {
            writer.bytes.append(#","errorCode":"#)
            writer.bytes.append(jsonString: fault.code)
            writer.bytes.append(#","errorMessage":"#)
            writer.bytes.append(jsonString: fault.sentence(about: key))
        }
        if let explanation {
            writer.bytes.append(#","explain":"#)
            try writer.bytes.append(json: .object(explanation.json))
        }
        writer.endObject()
    }
}

extension EvaluationReason {
    /// The `reason` member with the comma before it.
    fileprivate var member: StaticString {
        switch self {
        case .static: #","reason":"STATIC""#
        case .default: #","reason":"DEFAULT""#
        case .targetingMatch: #","reason":"TARGETING_MATCH""#
        case .split: #","reason":"SPLIT""#
        case .disabled: #","reason":"DISABLED""#
        case .error: #","reason":"ERROR""#
        }
    }
}
