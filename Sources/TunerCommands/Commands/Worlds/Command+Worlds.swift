import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

extension Command {
    static let worlds = Command(
        "worlds",
        "List, create, compare, merge and drop worlds, and move running programs between them.",
        details: """
            A program joins a world if its variable TUNER_WORLD has the ID of the world. diff and merge without ID use
            the world of TUNER_WORLD. To create a world for one command, use tunerctl with.

            A world has private values, which only the programs in it see. move needs no restart: all connections of
            the process PID go to the world, also later ones.

            \(sharedOnly)
            """,
        actions: [.worldsList, .worldsCreate, .worldsDiff, .worldsMerge, .worldsDrop, .worldsMove]
    )

    private static let worldsList = Command(
        "worlds list",
        "List the worlds.",
        examples: ["tunerctl worlds list"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Worlds.list)
        return try output.print(response.json, else: WorldText.list(response.result.worlds))
    }

    private static let worldsCreate = Command(
        "worlds create",
        "Create a world, print its ID, and keep the world until an interrupt.",
        "[ID]",
        details: """
            The ID of a new world has 16 or more letters, digits, hyphens, underscores or periods, so that other users
            cannot guess it; without ID, the daemon makes one.
            """,
        examples: ["tunerctl worlds create"]
    ) { (invocation, output) throws(Failure) in
        try keepWorld(try invocation.arguments.first, invocation, output)
        return .done
    }

    private static let worldsDiff = Command(
        "worlds diff",
        "Print the differences between a world and the shared values.",
        "[ID]",
        examples: ["tunerctl worlds diff"]
    ) { (invocation, output) throws(Failure) in try output.print(try call(API.Worlds.diff, invocation)) }

    private static let worldsMerge = Command(
        "worlds merge",
        "Move the values of a world to the shared values, and print the changes.",
        "[ID]",
        examples: ["tunerctl worlds merge"]
    ) { (invocation, output) throws(Failure) in try output.print(try call(API.Worlds.merge, invocation)) }

    private static let worldsDrop = Command(
        "worlds drop",
        "End a world.",
        "ID",
        examples: ["tunerctl worlds drop render-farm-night-7"]
    ) { (invocation, output) throws(Failure) in
        var parameters = NamedWorldParameters()
        parameters.world = try invocation.arguments[0]
        _ = try invocation.connect().call(API.Worlds.drop, parameters)
        return .done
    }

    private static let worldsMove = Command(
        "worlds move",
        "Move a running program to a world; without ID, to the shared values.",
        "PID [ID]",
        examples: ["tunerctl worlds move 4711 w-0123456789abcdef"]
    ) { (invocation, output) throws(Failure) in
        let words = try invocation.arguments
        guard let pid = Int64(words[0]) else {
            let fault = OptionFault.value(words[0], option: "PID", expectation: "a whole number")
            throw .usage(invocation.error(.option(fault)))
        }
        var parameters = MoveParameters()
        parameters.pid = pid
        parameters.world = words.dropFirst().first
        _ = try invocation.connect().call(API.Worlds.move, parameters)
        return .done
    }

    /// Calls a method for a named world, or for the world of the connection.
    private static func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ invocation: Invocation
    ) throws(Failure) -> Response<Result> {
        let identity = try invocation.arguments.first
        let parameters: JSON = identity.map { ["world": .string($0)] } ?? [:]
        do throws(Failure) {
            return try invocation.connect().call(method, untyped: parameters)
        } catch .refused(let error) where identity == nil && error.data["parameter"] == "world" {
            let message =
                "this command runs in no world: TUNER_WORLD is not set; type: tunerctl \(invocation.command?.name ?? "") ID; "
                + "tunerctl worlds lists the IDs"
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    /// The rule for commands in a world, in the help of each command about worlds.
    static let sharedOnly = """
        In a world, tunerctl refuses a command that changes the shared state, with exit code 2: undo, redo, forget,
        import, kill-switch, preset save, load and remove, layers put, activate, deactivate and remove, and flag
        define, create and remove. To change the shared state, clear the variable: TUNER_WORLD= tunerctl undo. declare
        is not refused, because a script declares its keys each time it starts; its declarations are for all programs.
        """

    /// Creates a world, prints its ID, and keeps the world until an interrupt, or until the daemon drops it.
    private static func keepWorld(
        _ identity: String?,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) {
        Kernel.exitWhenInterrupted()
        let connection = try invocation.connect()
        let response = try connection.makeWorld(identity)
        try output.print(response.json, else: "\(response.result.world.shownWhole)\n")
        guard try connection.waitForEnd(within: .ever) else { return }
        throw .disconnected(try DaemonEndpoint(invocation.global).socket)
    }
}
