import JSONCore
import RPCCore
import Testing

extension OpenPage {
    /// Creates a world in the view of the worlds, as a person does, and returns its name.
    func createWorld(_ name: String) throws -> String {
        try type(name, into: "document.querySelector('#worlds form input')")
        try browser.press(.enter)
        let menu = "document.querySelector(`select[aria-label^='A']`)"
        try wait(for: "\(menu).selectedOptions[0]?.text === '\(name)'")
        return try #require(try text(of: "\(menu).value"))
    }

    /// Sets a value in a world, as another program does.
    func set(_ key: String, _ value: String, in world: String) throws {
        let params = try JSON.parse(#"{"key":"\#(key)","value":\#(value)}"#)
        _ = try daemon.member(of: world).call("tunables.set", params, within: .seconds(60))
    }

    /// Returns the value of a key in a world.
    func value(of key: String, in world: String) throws -> JSON? {
        try daemon.member(of: world).call("tunables.get", ["key": .string(key)], within: .seconds(60))["value"]
    }
}
