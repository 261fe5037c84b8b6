import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing

/// The settings for Kate, which is not started: it needs a graphical screen.
@Suite(.blocking) struct KateSettingsTests {
    /// The members of a server that the manual of Kate's LSP client describes.
    private static let documented: Set<String> = [
        "command", "commandDebug", "documentLanguageId", "highlightingModeRegex", "initializationOptions", "path",
        "root", "rootIndicationFileNames", "rootIndicationFilePatterns", "settings", "url", "use", "useWorkspace",
    ]

    private func servers() throws -> JSONObject {
        let settings = try JSON.parse(try ProjectFile.text("Editors/kate/settings.json"))
        #expect(settings.object?.members.map(\.name) == ["servers"])
        return try #require(settings["servers"]?.object)
    }

    @Test func `the settings have only members that Kate knows`() throws {
        for server in try servers().members {
            let members = try #require(server.value.object).members.map(\.name)
            #expect(Set(members).isSubset(of: Self.documented), "\(server.name): \(members)")
            #expect(members.contains("highlightingModeRegex"))
        }
    }

    @Test func `the command of the settings starts a language server`() throws {
        let installation = try Installation(.daemon)
        for server in try servers().members {
            let words = server.value["command"]?.elements?.compactMap(\.text) ?? []
            #expect(words.first == "tunerctl")
            let parameters = #"{"processId":null,"capabilities":{}}"#
            let request = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":\#(parameters)}"#
            let header = "Content-Length: \(request.utf8.count)"
            let command = words.map { "'\($0)'" }.joined(separator: " ")
            let output = try installation.shell("printf '\(header)\\r\\n\\r\\n%s' '\(request)' | \(command)").output
            #expect(output.contains("\"capabilities\""), "\(output)")
        }
    }
}
