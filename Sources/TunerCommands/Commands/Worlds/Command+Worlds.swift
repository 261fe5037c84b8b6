import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

extension Command {
    private enum WorldsAction: String, CaseIterable {
        case list
        case create
        case diff
        case merge
        case drop
    }

    static let worlds = Command(
        "worlds",
        "List, create, compare, merge and drop worlds: private values for the programs that join one.",
        Arguments("[list | create [ID] | diff [ID] | merge [ID] | drop ID]", least: 0, most: 2),
        details: """
            list    List the worlds.
            create  Create a world, print its ID, and keep the world until an interrupt.
            diff    Print the differences between a world and the shared values.
            merge   Move the values of a world to the shared values, and print the changes.
            drop    End a world.

            The ID of a new world has 16 or more letters, digits, hyphens, underscores or periods, so that other users
            cannot guess it; without ID, the daemon makes one.

            A program joins a world if its variable TUNER_WORLD has the ID of the world. diff and merge without ID use
            the world of TUNER_WORLD. To create a world for one command, use tunerctl with.

            \(sharedOnly)
            """,
        examples: ["tunerctl worlds", "tunerctl worlds diff"]
    ) { (invocation, output) throws(Failure) in
        let (name, action) = try ActionArguments.read(invocation, "worlds", else: WorldsAction.list)
        switch name {
        case .list:
            _ = try action.words()
            let response = try invocation.connect().call(API.Worlds.list)
            try output.print(response.json, else: WorldText.list(response.result.worlds))
        case .create:
            try keepWorld(try action.words(most: 1).first, invocation, output)
        case .diff:
            try output.print(try call(API.Worlds.diff, "diff", try action.words(most: 1).first, invocation))
        case .merge:
            try output.print(try call(API.Worlds.merge, "merge", try action.words(most: 1).first, invocation))
        case .drop:
            var parameters = NamedWorldParameters()
            parameters.world = try action.word("ID")
            _ = try invocation.connect().call(API.Worlds.drop, parameters)
        }
        return .done
    }

    /// Calls a method for a named world, or for the world of the connection.
    private static func call<Result>(
        _ method: MethodDeclaration<WorldParameters, Result>,
        _ action: String,
        _ identity: String?,
        _ invocation: Invocation
    ) throws(Failure) -> Response<Result> {
        var parameters = WorldParameters()
        parameters.world = identity
        do throws(Failure) {
            return try invocation.connect().call(method, parameters)
        } catch .refused(let error) where identity == nil && error.data["parameter"] == "world" {
            let message =
                "this command runs in no world: TUNER_WORLD is not set; type: tunerctl worlds \(action) ID; "
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
