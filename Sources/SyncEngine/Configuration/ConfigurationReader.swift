import JSONCore

/// Reads the values of a configuration, and collects the faults.
struct ConfigurationReader {
    var faults: [ConfigurationFault] = []

    mutating func report(_ message: String, at path: [JSONSource.Step]) {
        faults.append(ConfigurationFault(path, message))
    }

    /// Returns an object; nil if the value is none.
    ///
    /// With names, each other name is a fault.
    mutating func object(_ value: JSON, at path: [JSONSource.Step], names: [String]?) -> JSONObject? {
        guard case .object(let object) = value else { return wrong(value, "an object", at: path) }
        guard let names else { return object }
        for member in object.members where !names.contains(member.name) {
            let nearest = NearestName.nearest(to: member.name, among: names)
            report(
                "there is no member \(member.name.shown)\(NearestName.question(nearest))",
                at: path + [.name(member.name)]
            )
        }
        return object
    }

    mutating func array(_ value: JSON, at path: [JSONSource.Step]) -> [JSON]? {
        guard case .array(let elements) = value else { return wrong(value, "an array", at: path) }
        return elements
    }

    /// Returns a string that is not empty.
    mutating func text(_ value: JSON, at path: [JSONSource.Step]) -> String? {
        guard case .string(let text) = value else { return wrong(value, "a string", at: path) }
        guard !text.isEmpty else {
            report("must not be empty", at: path)
            return nil
        }
        return text
    }

    mutating func whole(_ value: JSON, at path: [JSONSource.Step], _ range: ClosedRange<Int64>) -> Int64? {
        guard case .integer(let number) = value, range.contains(number) else {
            let words = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            report("\(words), got \(ConfigurationReader.shown(value))", at: path)
            return nil
        }
        return number
    }

    mutating func seconds(_ value: JSON, at path: [JSONSource.Step], _ range: ClosedRange<Double>) -> Duration? {
        let number: Double? =
            switch value {
            case .integer(let number): Double(number)
            case .double(let number): number
            default: nil
            }
        guard let number, range.contains(number) else {
            let ends = [range.lowerBound, range.upperBound].map { "\(JSON.plain($0).shownNumber)" }
            report(
                "must be a number of seconds from \(ends[0]) to \(ends[1]), got \(ConfigurationReader.shown(value))",
                at: path
            )
            return nil
        }
        return .seconds(number)
    }

    /// Returns the member of a name, read by `read`; nil if it is missing, which is a fault.
    mutating func required<Value>(
        _ name: String,
        of object: JSONObject,
        at path: [JSONSource.Step],
        _ read: (inout ConfigurationReader, JSON, [JSONSource.Step]) -> Value?
    ) -> Value? {
        guard let value = object[name] else {
            report("the member \(name) is missing", at: path)
            return nil
        }
        return read(&self, value, path + [.name(name)])
    }

    private mutating func wrong<Value>(_ value: JSON, _ wanted: String, at path: [JSONSource.Step]) -> Value? {
        report("must be \(wanted), got \(value.kind.words)", at: path)
        return nil
    }

    private static func shown(_ value: JSON) -> String {
        switch value {
        case .integer, .double: value.shownNumber
        case .string(let text): "the string \(text.shown)"
        case .null, .boolean, .array, .object: value.kind.words
        }
    }
}

extension JSON {
    /// A number as text.
    fileprivate var shownNumber: String {
        switch self {
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .null, .boolean, .string, .array, .object: ""
        }
    }
}
