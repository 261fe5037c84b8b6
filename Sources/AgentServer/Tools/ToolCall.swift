import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

/// A call of a tool, which ends with a result once.
final class ToolCall {
    /// The largest number of refused keys whose declarations an error has.
    private static let mostTaught = 3

    let arguments: JSONObject
    let context: ToolContext
    /// Called when the call has ended.
    var whenEnded: () -> Void = {}
    private let request: AgentRequest

    init(_ request: AgentRequest, _ context: ToolContext) {
        self.request = request
        self.context = context
        arguments = request.params["arguments"]?.object ?? JSONObject()
    }

    // MARK: Arguments

    func text(_ name: String) -> String? { arguments[name]?.text }

    /// Returns the keys of an argument, which is a string or an array of strings.
    func texts(_ name: String) -> [String] {
        arguments[name].map { $0.text.map { [$0] } ?? ($0.elements ?? []).compactMap(\.text) } ?? []
    }

    /// Returns the number of entries of a page, which the schema has checked.
    func pageLimit(_ usual: Int) -> Int {
        guard case .integer(let wanted)? = arguments["limit"] else { return usual }
        return Int(wanted)
    }

    /// Returns the number of entries of a page as a parameter.
    func limit(_ usual: Int) -> JSON { .integer(Int64(pageLimit(usual))) }

    // MARK: Calls

    /// Calls a method; a failure ends the call of the tool.
    func daemon<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ params: JSONObject = JSONObject(),
        _ handle: @escaping (JSON) -> Void
    ) {
        context.daemon.call(method.name, .object(params)) { [self] result in
            switch result {
            case .success(let value): handle(value)
            case .failure(let failure): fail(failure)
            }
        }
    }

    // MARK: The end

    /// Whether the client still waits for the result.
    var isWanted: Bool { request.isOpen }

    /// Called if the client cancels the call.
    func whenCancelled(_ action: @escaping () -> Void) { request.whenCancelled = action }

    /// Reports progress, if the client has asked for it.
    func report(_ progress: Int64, of total: Int64?, _ message: String) { request.report(progress, of: total, message) }

    /// Ends the call with a text for the agent, and the same facts for programs.
    func finish(_ text: String, _ facts: JSONObject) { respond(text, facts, isError: false) }

    /// Ends the call with an error that the agent can correct.
    func fail(_ sentence: String) { respond(sentence, nil, isError: true) }

    /// Ends the call with the error of the daemon, and what the agent needs to correct it.
    func fail(_ failure: DaemonFailure) {
        guard case .refused(let error) = failure else {
            if case .unavailable(let sentence) = failure { fail(sentence) }
            return
        }
        if error.kind == ErrorKind.unknownWorld.rawValue {
            context.writer?.endWorld()
            let advice = context.options.world == nil ? "; the next change begins a new one" : ""
            return fail("the world of this session has ended, and its values are gone\(advice)")
        }
        let text = FailureText(error, context.limits)
        teach(text.keys.prefix(ToolCall.mostTaught), after: text.sentences)
    }

    /// Appends the declarations of refused keys to the sentences of an error, and ends the call.
    private func teach(_ keys: ArraySlice<String>, after lines: [String]) {
        guard let key = keys.first else { return fail(lines.joined(separator: "\n")) }
        context.daemon.call(API.Tunables.describe.name, ["key": .string(key)]) { [self] result in
            let spec = (try? result.get())?["spec"]?.object
            let line = spec.map { ["\(key.shownWhole) is declared: \(SpecText.line($0))"] } ?? []
            teach(keys.dropFirst(), after: lines + line)
        }
    }

    private func respond(_ text: String, _ facts: JSONObject?, isError: Bool) {
        let trimmed = text.hasSuffix("\n") ? String(text.dropLast()) : text
        var result: JSONObject = ["content": [["type": "text", "text": .string(trimmed)]]]
        result["isError"] = .boolean(isError)
        result["structuredContent"] = facts.map { .object($0) }
        request.respond(result)
        whenEnded()
    }
}

/// What the tools of a session share.
struct ToolContext {
    let daemon: any AgentDaemon
    let options: AgentOptions
    let limits: KeyLimits
    /// Makes the changes of the agent; nil if it may make none.
    let writer: (any AgentWriter)?
    /// The writer, if it makes the changes in a world.
    let world: WorldWriter?
    /// Starts a program of the agent.
    let start: AgentProgramStart
}
