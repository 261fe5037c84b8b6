import Testing
import TunerAPI

/// Where the socket and the state are, by option, variables and user.
@Suite struct PlaceTests {
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
    func `the first that says where the socket is counts`(
        option: String?,
        variables: [String: String],
        path: String,
        source: SocketPath.Source
    ) {
        let socket = SocketPath(option: option, user: 7) { variables[$0] }
        #expect(socket.path == path)
        #expect(socket.source == source)
    }

    @Test func `only the option names a socket and only fallbacks are defaults`() {
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
    func `the first that says where the state is counts`(option: String?, variables: [String: String], path: String?) {
        #expect(StatePath(option: option) { variables[$0] }?.path == path)
    }
}
