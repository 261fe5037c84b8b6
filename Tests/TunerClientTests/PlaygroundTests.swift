import JSONCore
import TestSupport
import Testing

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct PlaygroundTests {
        @Test func `the playground redraws after each change`() throws {
            let daemon = try RunningDaemon()
            let playground = try Program(
                BuiltProduct.path("playground-example"),
                ["100000"],
                environment: ["TUNER_SOCKET": daemon.socket]
            )
            /// Waits for a frame that satisfies a condition.
            func frame(_ isRight: (String) -> Bool) throws -> String {
                var last = ""
                _ = try playground.output { output in
                    // The next frame begins after the last line of a frame.
                    let frames = output.suffix(40_000).split(separator: "tunerctl", omittingEmptySubsequences: false)
                    last = frames.count < 3 ? "" : String(frames[frames.count - 2])
                    return isRight(last)
                }
                guard isRight(last) else { throw Late(description: "it shows \(last)") }
                return last
            }
            _ = try frame { $0.contains("spacing 4 ") && $0.contains("connected") }
            try daemon.call(
                "tunables.update",
                [
                    "values": [
                        "playground.cornerRadius": 0, "playground.spacing": 8, "playground.color": "#FF6347",
                        "playground.duration": 0.5,
                    ]
                ]
            )
            let square = try frame { $0.contains("spacing 8 ") }
            #expect(square.contains("cornerRadius 0.0  duration 0.5  color #FF6347"))
            #expect(square.contains("38;2;255;99;71m") && !square.contains("64;224;208"))
            #expect(plain(square).contains("▀▀        ▀▀"))
            #expect(plain(square).contains("▀▀▀▀▀▀▀▀▀▀▀▀"))
            try daemon.call("tunables.toggle", ["key": "playground.filled"])
            _ = try frame { plain($0).contains("▀          ▀") }
            try daemon.kill()
            #expect(try frame { $0.contains("without tunerd") }.contains("spacing 8 "))
            try playground.crash()
        }
    }
}

/// Returns the text that a terminal shows, without colors.
private func plain(_ text: String) -> String {
    var plain = ""
    var isEscape = false
    for character in text {
        if character == "\u{1B}" { isEscape = true }
        if !isEscape { plain.append(character) }
        if isEscape, character.isLetter { isEscape = false }
    }
    return plain
}
