package import JSONCore

extension Evaluation {
    /// Writes the evaluation of a key as it goes to a client; what was written before it failed is to be taken back.
    ///
    /// The only encoder of evaluations. What stands between the values is known, and written in few pieces: this is most of
    /// what an evaluation's answer takes.
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
        if isForced {
            writer.bytes.append(#","forced":true"#)
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
    /// As it stands among other members.
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
