import JSONCore
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
        Arguments(usage: "[list | create [ID] | diff [ID] | merge [ID] | drop ID]", first: "", least: 0, most: 2),
        details: """
            list    List the worlds.
            create  Create a world, print its ID, and keep the world until an interrupt.
            diff    Print the differences between a world and the shared values.
            merge   Move the values of a world to the shared values, and print the changes.
            drop    End a world.

            A program joins a world if its variable TUNER_WORLD has the ID of the world. diff and merge without ID use
            the world of TUNER_WORLD. To create a world for one command, use tunerctl with.
            """,
        examples: ["tunerctl worlds", "tunerctl worlds diff"]
    ) { (invocation, output) throws(Failure) in
        let (name, action) = try Action.read(invocation, "worlds", else: WorldsAction.list)
        switch name {
        case .list:
            _ = try action.words()
            let answer = try invocation.connect().call(API.Worlds.list)
            try output.print(answer.json, else: text(of: answer.result.worlds))
        case .create:
            try keepWorld(try action.words(most: 1).first, invocation, output)
        case .diff:
            var parameters = WorldParameters()
            parameters.world = try action.words(most: 1).first
            try output.print(try invocation.connect().call(API.Worlds.diff, parameters))
        case .merge:
            var parameters = WorldParameters()
            parameters.world = try action.words(most: 1).first
            try output.print(try invocation.connect().call(API.Worlds.merge, parameters))
        case .drop:
            var parameters = NamedWorldParameters()
            parameters.world = try action.word("ID")
            _ = try invocation.connect().call(API.Worlds.drop, parameters)
        }
        return .done
    }

    /// Creates a world, prints its ID, and keeps the world until an interrupt, or until the daemon drops it.
    private static func keepWorld(
        _ identity: String?,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) {
        Kernel.exitWhenInterrupted()
        let connection = try invocation.connect()
        let answer = try connection.makeWorld(identity)
        try output.print(answer.json, else: "\(answer.result.world.shownWhole)\n")
        guard try connection.waitForEnd(within: .ever) else { return }
        throw .disconnected(try DaemonEndpoint(invocation.global).socket)
    }

    private static func text(of worlds: [ListedWorld]) -> String {
        Table.text(
            worlds.map { world in
                [
                    world.world.shownWhole, CountText.of(world.members, "member"),
                    CountText.contents(values: world.values, flags: world.flags),
                    "\(world.actor.client.shown)[\(world.actor.pid)]",
                ]
            }
        )
    }
}
