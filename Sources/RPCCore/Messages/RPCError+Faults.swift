package import JSONCore

extension RPCError {
    package init(_ fault: FrameFault) {
        switch fault {
        case .notJSON(let fault, let line, let column):
            self.init(
                .parse,
                "the text is not JSON: line \(line), column \(column): \(fault.reason)",
                facts: [
                    "offset": .integer(Int64(fault.offset)), "line": .integer(Int64(line)),
                    "column": .integer(Int64(column)),
                ]
            )
        case .tooDeep(let limit): self.init(.nesting(limit))
        case .tooLong(let limit): self.init(.message(limit))
        case .headerTooLong(let limit): self.init(.header(limit))
        case .header(let fault):
            self.init(.parse, "\(fault); the connection ends")
        case .unknownFraming:
            self.init(
                .parse,
                "a connection must begin with a JSON object or array, or with Content-Length; the connection ends"
            )
        }
    }

    package init(_ invalid: InvalidMessage) {
        let message =
            switch invalid {
            case .notAnObject: "a request must be an object"
            case .version: #"a request must have "jsonrpc": "2.0""#
            case .id: "id must be a string, a number or null"
            case .noMethod: "a request must have a method"
            case .method: "method must be a string"
            case .params: "params must be an object or an array"
            case .emptyBatch: "a batch must have at least one request"
            }
        self.init(.invalidRequest, message)
    }

    /// Creates the error for parameters that do not match the method's declaration.
    package init(_ fault: JSONFieldFault) {
        switch fault {
        case .unknown(let name, let nearest?, _):
            self.init(.invalidParams, no: "parameter", name, nearest: nearest)
        case .unknown(let name, nil, let known):
            let others = known.isEmpty ? "none" : known.joined(separator: ", ")
            self.init(
                .invalidParams,
                "there is no parameter \(name.shown); the method takes \(others)",
                facts: ["parameter": .string(name.shortened)]
            )
        case .missing(let name):
            self.init(.invalidParams, "the parameter \(name) is missing", facts: ["parameter": .string(name)])
        case .mismatch(let name, let expected, let found):
            self.init(
                .invalidParams,
                "\(name) must be \(expected), got \(found)",
                facts: ["parameter": .string(name), "expected": .string(expected)]
            )
        case .tooMany(let most):
            self.init(
                .invalidParams,
                "the method takes at most \(most) parameters",
                facts: ["maximum": .integer(Int64(most))]
            )
        case .noFields(let kind):
            self.init(.invalidParams, "params must be an object or an array, got \(kind.words)")
        }
    }

    /// Creates the error for an unknown name; `noun` says what the name should denote, and becomes the name of the
    /// fact.
    package init(_ kind: RPCErrorKind, no noun: String, _ name: String, nearest: String?) {
        var facts: JSONObject = [noun: .string(name.shortened)]
        facts["nearest"] = nearest.map(JSON.string)
        self.init(kind, "there is no \(noun) \(name.shown)\(NearestName.question(nearest))", facts: facts)
    }
}

extension HeaderFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noContentLength: "a header has no Content-Length"
        case .repeatedContentLength: "a header has more than one Content-Length"
        case .notANumber: "Content-Length must be a number of bytes in decimal digits"
        case .noColon: "a header line has no colon"
        case .bodyMissing: "the stream ended inside a message"
        }
    }
}
