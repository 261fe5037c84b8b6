import Testing
import TunerAPI

/// Tests of the paths of the socket and the state, by option, variables and user.
@Suite struct PathTests {
    private static let runtime = ["XDG_RUNTIME_DIR": "/run/user/7"]

    @Test(
        arguments: [
            ("/a", ["TUNER_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"], "/a", .option),
            ("", ["TUNER_SOCKET": "/b"], "", .option),
            (nil, ["TUNER_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/7"], "/b", .variable),
            (nil, ["TUNER_SOCKET": "b"], "b", .variable),
            (nil, runtime, "/run/user/7/tuner/tunerd.sock", .runtimeDirectory),
            (nil, ["TUNER_SOCKET": "", "XDG_RUNTIME_DIR": "/r//"], "/r/tuner/tunerd.sock", .runtimeDirectory),
            (nil, ["XDG_RUNTIME_DIR": "/"], "/tuner/tunerd.sock", .runtimeDirectory),
            (nil, ["XDG_RUNTIME_DIR": ""], "/tmp/tuner-7/tunerd.sock", .temporaryDirectory),
            (nil, ["XDG_RUNTIME_DIR": "run/user/7"], "/tmp/tuner-7/tunerd.sock", .temporaryDirectory),
            (nil, [:], "/tmp/tuner-7/tunerd.sock", .temporaryDirectory),
        ] as [(String?, [String: String], String, SocketPath.Source)]
    )
    func `the socket path has a fixed order of sources`(
        option: String?,
        variables: [String: String],
        path: String,
        source: SocketPath.Source
    ) {
        let socket = SocketPath(option: option, user: 7) { variables[$0] }
        #expect(socket.path == path)
        #expect(socket.source == source)
    }

    @Test func `only the option names a socket, and only fallback paths are defaults`() {
        let all = [
            SocketPath(option: "/a", user: 7) { _ in nil },
            SocketPath(option: nil, user: 7) { ["TUNER_SOCKET": "/b"][$0] },
            SocketPath(option: nil, user: 7) { Self.runtime[$0] },
            SocketPath(option: nil, user: 7) { _ in nil },
        ]
        #expect(all.map(\.source) == SocketPath.Source.allCases)
        #expect(all.map(\.isNamed) == [true, false, false, false])
        #expect(all.map(\.isDefault) == [false, false, true, true])
    }

    @Test func `the documented paths are those without an option, in their order`() {
        var variables = ["TUNER_SOCKET": "/b", "XDG_RUNTIME_DIR": "/r", "UID": "7"]
        let sockets = SocketPath.defaults.map { expand($0, variables) }
        #expect(sockets == ["/b", "/r/tuner/tunerd.sock", "/tmp/tuner-7/tunerd.sock"])
        for (socket, name) in zip(sockets, ["TUNER_SOCKET", "XDG_RUNTIME_DIR", "UID"]) {
            #expect(SocketPath(option: nil, user: 7) { variables[$0] }.path == socket)
            variables[name] = nil
        }

        variables = ["XDG_STATE_HOME": "/s", "HOME": "/h"]
        let states = StatePath.defaults.map { expand($0, variables) }
        #expect(states == ["/s/tuner", "/h/.local/state/tuner"])
        for (state, name) in zip(states, ["XDG_STATE_HOME", "HOME"]) {
            #expect(StatePath(option: nil) { variables[$0] }?.path == state)
            variables[name] = nil
        }
    }

    private func expand(_ path: String, _ variables: [String: String]) -> String {
        variables.reduce(path) { $0.replacing("$\($1.key)", with: $1.value) }
    }

    @Test(
        arguments: [
            ("/a", ["XDG_STATE_HOME": "/s", "HOME": "/home/me"], "/a"),
            ("a", [:], "a"),
            (nil, ["XDG_STATE_HOME": "/s", "HOME": "/home/me"], "/s/tuner"),
            (nil, ["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/tuner"),
            (nil, ["XDG_STATE_HOME": "s", "HOME": "/home/me/"], "/home/me/.local/state/tuner"),
            (nil, ["HOME": "/"], "/.local/state/tuner"),
            (nil, ["HOME": ""], nil),
            (nil, ["HOME": "me"], nil),
            (nil, [:], nil),
        ] as [(String?, [String: String], String?)]
    )
    func `the state path has a fixed order of sources`(option: String?, variables: [String: String], path: String?) {
        #expect(StatePath(option: option) { variables[$0] }?.path == path)
    }
}
