import ClientCore
import ConsoleCore
import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// A command that changes the daemon.
enum ServerCommand: String, CaseIterable {
    case set = "tuner.set"
    case reset = "tuner.reset"
    case declare = "tuner.declare"
}

/// Executes the commands of code actions.
struct ServerCommands {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("workspace/executeCommand") { (parameters: ExecuteCommandParameters, reply) in
            guard let command = ServerCommand(rawValue: parameters.command) else {
                return reply.fail(RPCError(.invalidParams, "there is no command \(parameters.command.shown)"))
            }
            guard case .string(let key)? = parameters.arguments.first else {
                return reply.fail(RPCError(.invalidParams, "the first argument must be a key"))
            }
            let value = parameters.arguments.dropFirst().first
            guard command == .reset || value != nil else {
                return reply.fail(RPCError(.invalidParams, "the second argument must be a value"))
            }
            execute(command, key, value ?? .null, reply)
        }
    }

    private func execute(_ command: ServerCommand, _ key: String, _ value: JSON, _ reply: Reply) {
        switch command {
        case .set:
            var parameters = SetParameters()
            (parameters.key, parameters.value) = (key, value)
            call(API.Tunables.set, parameters, reply)
        case .reset:
            var parameters = ResetParameters()
            parameters.key = key
            call(API.Tunables.reset, parameters, reply)
        case .declare:
            guard let kind = FreeKind(of: value) else {
                return reply.fail(RPCError(.invalidParams, "a default cannot be null"))
            }
            var parameters = DeclareParameters()
            parameters.key = key
            var spec = kind.definition
            spec["default"] = value
            parameters.spec = spec
            call(API.Tunables.declare, parameters, reply)
        }
    }

    private func call<Parameters, Value>(
        _ method: MethodDeclaration<Parameters, Value>,
        _ parameters: Parameters,
        _ reply: Reply
    ) {
        state.live.daemon.call(method.name.description, parameters) { result, _ in
            switch result {
            case .success: reply.sendNull()
            case .failure(let failure): reply.fail(RPCError(failure))
            }
        }
    }
}

extension RPCError {
    /// Creates the error for a call of the daemon that has failed.
    init(_ failure: CallFailure) {
        switch failure {
        case .refused(let error): self.init(.requestFailed, error.message)
        case .lost, .overloaded: self.init(.requestFailed, "the daemon is not reachable")
        case .unwritable, .unreadable: self.init(.requestFailed, "the daemon has another version")
        }
    }
}
