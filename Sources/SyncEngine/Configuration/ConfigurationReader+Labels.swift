import JSONCore

extension ConfigurationReader {
    /// Returns the labels of the machine: strings, numbers and booleans by name.
    mutating func labels(_ value: JSON, at path: [JSONSource.Step]) -> JSONObject {
        guard let object = object(value, at: path, names: nil) else { return JSONObject() }
        for member in object.members {
            let step = path + [.name(member.name)]
            if member.name.isEmpty {
                report("the name of a label must not be empty", at: step)
            } else if member.name.utf8.contains(UInt8(ascii: ".")) {
                report("the name of a label must not have a dot: a rule could not read it", at: step)
            }
            switch member.value {
            case .string, .integer, .double, .boolean: break
            case .null, .array, .object:
                report("must be a string, a number or a boolean, got \(member.value.kind.words)", at: step)
            }
        }
        return object
    }
}
