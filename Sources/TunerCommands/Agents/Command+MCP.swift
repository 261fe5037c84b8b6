import AgentServer
import ClientCore
import JSONCore
import OptionCore
import SystemCore
import TunableEngine
import TunerAPI

private struct MCPOptions {
    var name: String?
    var world: String?
    var isShared = false
    var longest = 600.0
    var hasLongest = false
    var isReadOnly = false
    var keys: PatternList?
    var allowsCommands = false
}

extension Command {
    static let mcp = Command(
        "mcp",
        "Let an agent read and tune values, through the Model Context Protocol.",
        shell: .refused,
        details: """
            By default, the agent can read all keys, flags and layers, and subscribe to changes. It never receives secret
            values.

            The changes of the agent go to a private world. Programs outside of the world do not receive them. The world
            ends with the session. To change shared values, the agent makes a proposal, and a person accepts it with
            "tunerctl accept". With --shared, the changes apply to all programs. Each ends after the time that the agent
            requests, and at the latest after --for, unless a person keeps it with "tunerctl confirm".

            The client of the changes in the history is "agent NAME".

            --allow-commands adds the tools tuner_compare and tuner_optimize, which run commands that the agent chooses,
            as the user of tunerctl.

            The versions 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05 of the protocol are supported.
            """,
        settings: MCPOptions(),
        options: [
            .text("--name", "NAME", "name the agent in the history; by default, as the MCP client does") {
                $0.name = $1
            },
            .match(\.keys),
            Option("--read-only", "leave out all tools that change something") { $0.isReadOnly = true },
            Option("--shared", "let the agent change shared values, each for a limited time") { $0.isShared = true },
            .duration("--for", "with --shared, the longest time of a change", most: 86_400) {
                ($0.longest, $0.hasLongest) = ($1, true)
            }.withDefault("10m"),
            .text("--in-world", "ID", "work in an existing world, which another program has created") { $0.world = $1 },
            Option("--allow-commands", "let the agent run commands with your rights") { $0.allowsCommands = true },
        ],
        examples: ["tunerctl mcp", "tunerctl mcp --match 'ui.*' --read-only"]
    ) { (invocation, options, _) throws(Failure) in
        let limit = invocation.global.timeout ?? AgentServer.usualPatience
        let server = try agentOptions(options, invocation)
        let address = DaemonAddress(socket: invocation.global.socket)
        let signal = try Failure.system { () throws(SystemError) in
            // For the commands of the agent.
            let path = try? DaemonEndpoint(invocation.global).absolutePath
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: path ?? address.path)
            return try AgentServer(server, address, patience: limit).run()
        }
        return signal.map { ExitCode($0) } ?? .done
    }

    private static func agentOptions(_ options: MCPOptions, _ invocation: Invocation) throws(Failure) -> AgentOptions {
        let world = options.world ?? DaemonAddress.world
        let faults = [
            (options.isShared && options.isReadOnly, "--shared and --read-only exclude each other"),
            (options.isShared && world != nil, "--shared is not possible in a world"),
            (options.hasLongest && !options.isShared, "--for has no effect without --shared"),
        ]
        for (isFault, sentence) in faults where isFault { throw .usage(invocation.error(.text(sentence))) }
        var server = AgentOptions()
        (server.name, server.world, server.version) = (options.name, world, API.release)
        if options.isReadOnly {
            server.writes = .none
        } else if options.isShared {
            server.writes = .shared(seconds: options.longest)
        } else if let world {
            server.writes = .world(world)
        }
        server.keyWords = options.keys?.texts ?? []
        server.keys = try patterns(options.keys, invocation)
        if options.allowsCommands, !options.isReadOnly {
            server.commandProgram = [RawText(path: Kernel.programPath ?? "tunerctl")]
        }
        return server
    }

    private static func patterns(_ list: PatternList?, _ invocation: Invocation) throws(Failure) -> KeyPatterns? {
        guard let list else { return nil }
        do throws(KeyPatternsFault) {
            return try KeyPatterns(.array(list.texts.map { .string($0) }))
        } catch {
            throw .usage(invocation.error(.text("--match: \(error)")))
        }
    }
}
