import JSONCore
import SourceEngine
import TunerAPI

/// The result of `initialize`.
enum ServerCapabilities {
    static func result(for state: EditorState) -> JSON {
        let encoding: JSON = state.encoding == .utf8 ? "utf-8" : "utf-16"
        let kinds = ActionKind.allCases.map { JSON.string($0.rawValue) }
        let commands = ServerCommand.allCases.map { JSON.string($0.rawValue) }
        var capabilities: JSONObject = [
            "positionEncoding": encoding,
            "textDocumentSync": ["openClose": true, "change": 2],
            "inlayHintProvider": true,
            "hoverProvider": true,
            "completionProvider": ["triggerCharacters": ["\"", "'", "."]],
            "codeActionProvider": ["codeActionKinds": .array(kinds)],
            "executeCommandProvider": ["commands": .array(commands)],
            "colorProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": ["prepareProvider": true],
        ]
        if state.options.hasLens { capabilities["codeLensProvider"] = ["resolveProvider": true] }
        return [
            "capabilities": .object(capabilities),
            "serverInfo": ["name": "tunerctl lsp", "version": .string(API.release)],
        ]
    }
}
