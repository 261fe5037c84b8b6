import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests of the document from `rpc.discover` against the OpenRPC schema and against its own schemas.
@Suite(.blocking) struct DiscoveryTests {
    /// The condition that an independent validator is installed; strict runs require it.
    private static let validator: ConditionTrait = .enabled(
        if: Demands.areStrict || (try? Program(script: "python3 -c 'import jsonschema'").wait().code) == 0,
        "missing here: python3 with its package jsonschema"
    )

    private static let data: ConditionTrait = .disabled(
        if: Conformance.maySkip,
        "the conformance data is missing: expected it at \(Conformance.directory)"
    )

    /// A script that prints the faults of a document: by OpenRPC's schema, and of its examples by the document's own
    /// schemas.
    private static let script = #"""
        import json, sys
        from jsonschema import Draft7Validator

        def known(value):
            # OpenRPC says "some JSON Schema" by an address that no validator has; draft 7 is what its schema is written in.
            if isinstance(value, list):
                return [known(element) for element in value]
            if not isinstance(value, dict):
                return value
            reference = str(value.get("$ref"))
            if reference.startswith("https://meta.json-schema.tools"):
                part = "/properties/$ref" if reference.endswith("$ref") else ""
                return {"$ref": "http://json-schema.org/draft-07/schema#" + part}
            return {name: known(member) for name, member in value.items()}

        def complain(method, schema, value):
            for error in Draft7Validator(schema).iter_errors(value):
                print(method + "/" + "/".join(map(str, error.path)) + ": " + error.message[:200])

        with open(sys.argv[1]) as file:
            schema = known(json.load(file))
        document = json.load(sys.stdin)["result"]
        complain("", schema, document)
        if any(Draft7Validator(schema).iter_errors(document)):
            sys.exit()
        for method in document.get("methods", []):
            parameters = {parameter["name"]: parameter["schema"] for parameter in method["params"]}
            for example in method["examples"]:
                for parameter in example["params"]:
                    complain(method["name"], parameters[parameter["name"]], parameter["value"])
                complain(method["name"], method["result"]["schema"], example["result"]["value"])
        for notification in document.get("x-notifications", []):
            Draft7Validator.check_schema(notification["schema"])
            for example in notification["examples"]:
                complain(notification["name"], notification["schema"], example)
        """#

    private static func complaints(about response: String) throws -> [String] {
        let schema = "\(Conformance.directory)/openrpc/schema-1.3.json"
        let program = try Program(script: "exec python3 -c \"$@\"", [script, schema], on: .allPipes)
        try program.write(response)
        program.endInput()
        let result = try program.wait()
        #expect(result.code == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(validator, data) func `the discovery document is valid OpenRPC, and its examples match its schemas`() throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        try wire.write(request("rpc.discover", 1))
        let response = wire.read { $0.hasSuffix("\n") }
        #expect(try Self.complaints(about: response) == [])
        // The validator detects faults: a missing member, an invalid schema, and an example that does not match.
        for (right, wrong) in [
            (#""title":"Tuner","#, ""), (#""type":"object""#, #""type":"objekt""#),
            (#""value":"pong""#, #""values":"pong""#),
            (#""name":"result","value":true"#, #""name":"result","value":1"#),
        ] {
            #expect(response.contains(right), "\(right)")
            #expect(try !Self.complaints(about: response.replacing(right, with: wrong)).isEmpty, "\(wrong)")
        }
    }
}
