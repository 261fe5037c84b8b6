import JSONCore
import TunerAPI

/// The arguments of a tool, as a JSON Schema.
struct ToolSchema: Sendable {
    private(set) var properties = JSONObject()
    private var required: [String] = []

    /// Creates the schema of a tool without arguments.
    init() {}

    /// Creates the schema of a tool that takes some parameters of a method, as the method declares them.
    init(_ method: some AnyMethodDeclaration, _ names: String...) {
        for name in names {
            guard let member = method.parameters.members.first(where: { $0.name.description == name }) else {
                preconditionFailure("\(method.name) has no parameter \(name)")
            }
            add(name, member.schema, member.summary, isRequired: member.isRequired)
        }
    }

    /// Returns the schema with one more argument.
    func adding(_ name: String, _ schema: JSON, _ summary: String, isRequired: Bool = false) -> ToolSchema {
        var other = self
        other.add(name, schema, summary, isRequired: isRequired)
        return other
    }

    /// Returns the schema with the number of entries of a page.
    func addingLimit(_ usual: Int, most: Int64) -> ToolSchema {
        let schema: JSON = ["type": "integer", "minimum": 1, "maximum": .integer(most)]
        return adding("limit", schema, "The maximum number of entries; by default \(usual).")
    }

    var json: JSON {
        var schema: JSONObject = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }

    /// Returns a sentence about the first argument that is unknown, missing or not valid; nil if there is none.
    func fault(in arguments: JSONObject) -> String? {
        let names = properties.members.map(\.name)
        for argument in arguments.members where properties[argument.name] == nil {
            let nearest = NearestName.nearest(to: argument.name, among: names)
            let known = names.isEmpty ? "none" : names.joined(separator: ", ")
            let sentence = "there is no argument \(argument.name.shown)\(NearestName.question(nearest))"
            return "\(sentence); the tool takes \(known)"
        }
        if let name = required.first(where: { arguments[$0] == nil }) { return "the argument \(name) is missing" }
        for member in properties.members {
            guard let value = arguments[member.name] else { continue }
            if let fault = ArgumentFault.sentence(about: value, member.value, member.name) { return fault }
        }
        return nil
    }

    private mutating func add(_ name: String, _ schema: JSON, _ summary: String, isRequired: Bool) {
        var members = JSONObject()
        if case .object(let own) = schema { members = own }
        members["description"] = .string(summary)
        properties[name] = .object(members)
        if isRequired { required.append(name) }
    }
}
