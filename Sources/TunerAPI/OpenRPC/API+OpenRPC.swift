package import JSONCore

extension API {
    /// Returns the methods and notifications as an OpenRPC 1.3 document.
    package static func openRPC(version: String) -> JSONObject {
        [
            "openrpc": "1.3.2",
            "info": [
                "title": "Tuner",
                "description": "Live constants and feature flags for every process on a machine.",
                "version": .string(version),
            ],
            "methods": .array(methods.map { .object($0.openRPC) }),
            "x-notifications": .array(notifications.map { .object($0.openRPC) }),
            "x-errors": .array(ErrorKind.allCases.map { .object($0.described) }),
        ]
    }
}

extension AnyMethodDeclaration {
    fileprivate var openRPC: JSONObject {
        [
            "name": .string(name.description),
            "summary": .string(summary),
            "paramStructure": "either",
            "params": .array(parameters.members.map { .object($0.openRPC) }),
            "result": ["name": "result", "schema": resultSchema],
            "errors": .array(errors.map { .object($0.openRPC) }),
            "examples": .array(examples.enumerated().map { .object($1.openRPC(number: $0 + 1)) }),
            "x-access": .string(access.rawValue),
            "x-scope": .string(scope.rawValue),
        ]
    }
}

extension AnyNotificationDeclaration {
    fileprivate var openRPC: JSONObject {
        [
            "name": .string(name.description),
            "summary": .string(summary),
            "schema": parameters.schema,
            "examples": .array(examples.map { Example.value(of: $0.params) }),
        ]
    }
}

extension JSONMemberTable.Member {
    fileprivate var openRPC: JSONObject {
        [
            "name": .string(name.description),
            "summary": .string(summary),
            "required": .boolean(isRequired),
            "schema": schema,
        ]
    }
}

extension ErrorKind {
    fileprivate var openRPC: JSONObject {
        ["code": .integer(Int64(code)), "message": .string(summary), "data": ["kind": .string(rawValue)]]
    }

    fileprivate var described: JSONObject {
        [
            "kind": .string(rawValue),
            "code": .integer(Int64(code)),
            "summary": .string(summary),
            "advice": .string(advice),
            "facts": .array(facts.map { .string($0) }),
        ]
    }
}

extension Example {
    fileprivate func openRPC(number: Int) -> JSONObject {
        let values: [JSON]
        if case .object(let params) = Example.value(of: params) {
            values = params.members.map { ["name": .string($0.name), "value": $0.value] }
        } else {
            values = []
        }
        return [
            "name": .string("example \(number)"),
            "params": .array(values),
            "result": ["name": "result", "value": Example.value(of: result)],
        ]
    }

    /// Returns the value of a JSON text in the source.
    fileprivate static func value(of text: String) -> JSON {
        guard !text.isEmpty else { return .null }
        do {
            return try JSON.parse(text)
        } catch {
            preconditionFailure("an example is no JSON: \(text)")
        }
    }
}
