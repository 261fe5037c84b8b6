import BlockingTests
import TestSupport
import Testing

/// `tunerctl` with keys that name a member of an object, the real programs.
@Suite(.blocking) struct MemberCommandTests {
    private static let declaration = """
        $ tunerctl call tunables.declare '{"key":"game.wind","spec":{"type":"object","default":{"x":1,"y":2},"properties":{
          "x":{"type":"number","minimum":0,"maximum":40,"unit":"s"},"y":{"type":"number"},"name":{"type":"string"},
          "on":{"type":"boolean"},"gust":{"type":"object","properties":{"max":{"type":"integer","enum":[1,2,4]}}}}}}' >/dev/null
        """.split(separator: "\n").map { String($0) }.joined().replacing("  ", with: "")

    @Test func `a member is set, read, stepped, toggled and reset by its path`() throws {
        try Transcript(
            """
            \(Self.declaration)
            $ tunerctl set game.wind.x 3
            $ tunerctl get game.wind.x game.wind
            game.wind.x 3
            game.wind {"x":3,"y":2}
            $ tunerctl set game.wind.x 500ms; tunerctl get game.wind.x
            0.5
            $ tunerctl set game.wind.name 12; tunerctl set game.wind.on on; tunerctl get game.wind
            {"x":0.5,"y":2,"name":"12","on":true}
            $ tunerctl set game.wind.gust.max=2 game.wind.y=7; tunerctl get game.wind.gust
            {"max":2}
            $ tunerctl step game.wind.gust.max
            4
            $ tunerctl toggle game.wind.on
            false
            $ tunerctl reset game.wind.x; tunerctl reset game.wind.name; tunerctl get game.wind
            {"x":1,"y":7,"on":false,"gust":{"max":4}}
            $ tunerctl set game.wind.x 5 --json
            {"key":"game.wind.x","value":5,"old":1,"revision":11,"changed":true}
            $ tunerctl get game.wind.x --json
            {"key":"game.wind.x","value":5,"origin":"local","revision":11}
            $ tunerctl completions of set game.wind. | tr '\\n' ' '; tunerctl completions of get game.wind.gust.
            game.wind.gust game.wind.name game.wind.on game.wind.x game.wind.y game.wind.gust.max
            $ tunerctl completions of set game.wind.on=; tunerctl completions of set game.wind.x=1 game.wind.na
            game.wind.on=false
            game.wind.on=true
            game.wind.name=
            $ tunerctl with game.wind.x=9 -- tunerctl get game.wind.x; tunerctl get game.wind.x
            9
            5

            """
        ).check()
    }

    @Test func `a wrong member or value names the member`() throws {
        try Transcript(
            """
            \(Self.declaration)
            $ tunerctl set game.wind.x 99
            game.wind.x must be at most 40, got 99
            [1]
            $ tunerctl set game.wind.x far
            game.wind.x must be a number, got "far"; a time such as 500ms, 2s, 5min, 1h30min or 1d is also a number of s
            [1]
            $ tunerctl set game.wind.gust.mx 2
            game.wind.gust has no member mx; did you mean game.wind.gust.max?
            [3]
            $ tunerctl get game.wind.speed
            game.wind has no member speed; it has gust, name, on, x, y
            [3]
            $ tunerctl get game.wind.name
            game.wind.name has no value: it is declared without a default, and no value was set
            [3]
            $ tunerctl get game.wind.name --default calm
            calm
            $ tunerctl forget game.wind.x
            game.wind.x is a member of the tunable game.wind
            [3]
            $ tunerctl describe game.wind.x
            game.wind.x is 1 (default)
            a member of game.wind
              default  1  wins
            declared by tunerctl[PID]
              type     number
              minimum  0
              maximum  40
              unit     s
            changed by revision 1
            $ tunerctl declare game.wind.x --type integer --default 6
            $ tunerctl set game.wind.x 7; tunerctl get game.wind.x game.wind
            game.wind.x 7
            game.wind {"x":1,"y":2}

            """
        ).check()
    }

    @Test func `a wait and a watch of a member name the tunable`() throws {
        try Transcript(
            """
            \(Self.declaration)
            $ tunerctl wait game.wind.x 1 --timeout 5
            tunerctl: game.wind.x is a member of game.wind, and only whole tunables can be watched; use game.wind; see tunerctl help wait
            [2]
            $ tunerctl watch game.wind.x
            tunerctl: game.wind.x is a member of game.wind, and only whole tunables can be watched; use game.wind; see tunerctl help watch
            [2]

            """
        ).check()
    }
}
