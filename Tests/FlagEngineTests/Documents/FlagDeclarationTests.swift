import FlagEngine
import JSONCore
import Testing

/// A program's declaration of a flag becomes a definition.
@Suite struct FlagDeclarationTests {
    @Test(
        arguments: [
            (#"{"type": "boolean"}"#, #"{"state": "ENABLED", "variants": {"on": true, "off": false}}"#),
            (
                #"{"type": "boolean", "default": true}"#,
                #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"}"#
            ),
            (
                #"{"type": "boolean", "default": false, "description": "A banner"}"#,
                #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off", "metadata": {"description": "A banner"}}"#
            ),
            (
                #"{"type": "number", "default": 1.5}"#,
                #"{"state": "ENABLED", "variants": {"default": 1.5}, "defaultVariant": "default"}"#
            ),
            (
                #"{"type": "object", "default": {"a": []}}"#,
                #"{"state": "ENABLED", "variants": {"default": {"a": []}}, "defaultVariant": "default"}"#
            ),
            (
                #"{"variants": {"day": "d", "night": "n"}, "default": "n"}"#,
                #"{"state": "ENABLED", "variants": {"day": "d", "night": "n"}, "defaultVariant": "night"}"#
            ),
            (#"{"variants": {"one": 1, "two": 2}}"#, #"{"state": "ENABLED", "variants": {"one": 1, "two": 2}}"#),
        ]
    )
    func `a valid declaration becomes a definition`(declaration: String, definition: String) throws {
        let flag = try FlagDefinition.declared(try JSON.parse(declaration), key: try FlagKey("f"))
        #expect(JSON.object(flag.definition) == (try JSON.parse(definition)))
    }

    @Test(
        arguments: [
            (#"[]"#, "must be an object, got an array"),
            (#"{}"#, "must have either a type or variants"),
            (#"{"type": "boolean", "variants": {"on": true}}"#, "must have either a type or variants"),
            (#"{"type": "strng"}"#, "type must be boolean, string, number or object, got strng; did you mean string?"),
            (#"{"type": "integer", "default": 1}"#, "type must be boolean, string, number or object, got integer"),
            (#"{"type": 1}"#, "type must be a string, got a number"),
            (#"{"type": "boolean", "default": "x"}"#, "default must be a boolean, got a string"),
            (#"{"type": "string", "default": null}"#, "default must be a string, got null"),
            (#"{"type": "string"}"#, "default is missing"),
            (#"{"variants": {}}"#, "variants must have at least one variant"),
            (#"{"variants": {"a": 1, "b": "x"}}"#, "variants/b must be a number like the first variant, got a string"),
            (#"{"variants": {"a": 1}, "default": 2}"#, "default must be the value of a variant"),
            (#"{"type": "boolean", "description": 1}"#, "description must be a string, got a number"),
            (#"{"type": "boolean", "dafault": 1}"#, "dafault is not a member of a declaration; did you mean default?"),
        ]
    )
    func `an invalid declaration is refused with its path`(declaration: String, sentence: String) throws {
        let json = try JSON.parse(declaration)
        let fault = #expect(throws: FlagFault.self) { try FlagDefinition.declared(json, key: try FlagKey("f")) }
        #expect(fault?.description == sentence)
    }
}
