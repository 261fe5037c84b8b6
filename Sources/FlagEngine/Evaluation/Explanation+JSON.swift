package import JSONCore

extension Explanation {
    /// The explanation as JSON for a client.
    package var json: JSONObject {
        var json: JSONObject = ["steps": .array(steps.map { .object($0.json) })]
        if !variables.isEmpty {
            json["saw"] = .object(variables)
        }
        if !values.isEmpty {
            json["values"] = .object(values)
        }
        if isCut {
            json["more"] = true
        }
        return json
    }
}

extension Explanation.Step {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["at": .string(pointer)]
        switch outcome {
        case .branch(let branch):
            json["operator"] = "if"
            json["conditions"] = .array(branch.conditions)
            json["taken"] = branch.taken.map { .integer(Int64($0)) } ?? JSON.null
        case .split(let split):
            json["operator"] = "fractional"
            json["key"] = split.key.map(JSON.string)
            json["hash"] = split.hash.map { .integer(Int64($0)) }
            json["bucket"] = split.bucket.map(JSON.integer)
            json["total"] = .integer(split.total)
            json["weights"] = .array(split.weights.map(JSON.integer))
            json["taken"] = split.taken.map { .integer(Int64($0)) } ?? JSON.null
        }
        if !variables.isEmpty {
            json["saw"] = .object(variables)
        }
        return json
    }
}
