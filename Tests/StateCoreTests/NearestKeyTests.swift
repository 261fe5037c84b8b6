import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of the suggested key for an unknown one.
@Suite struct NearestKeyTests {
    /// In each family of the first word there are more keys than a search compares.
    private static let state = {
        var builder = StateBuilder(rules: StateRules(), revision: 1, killSwitch: [], activeNames: [])
        for number in 0..<20_000 {
            let family = ["a", "b", "net", "ui"][number % 4]
            _ = builder.add(Key(literal: "\(family).k\(10_000 + number)"), nil, LocalValue(1), revision: 1)
        }
        for key in ["ui.zoom.factor", "ui.zoom.step", "zz"] {
            _ = builder.add(Key(literal: key), nil, LocalValue(1), revision: 1)
        }
        return builder.finish()
    }()

    @Test(
        arguments: [
            ("ui.zoom.facter", "ui.zoom.factor"), ("ui.zoom.Step", "ui.zoom.step"), ("ui.zoom.k10003", nil),
            ("net.j10002", "net.k10002"), ("z", "zz"), ("zoom", nil), ("a", nil), ("b.", nil), ("y", nil),
            ("q.k10000", "a.k10000"), (String(repeating: "ui.", count: 80) + "x", nil),
        ] as [(String, String?)]
    )
    func `the nearest key is searched in the family of the first word first`(key: String, nearest: String?) {
        guard case .unknownKey(_, let found) = Self.state.unknown(Key(literal: key)) else {
            Issue.record("\(key) is known")
            return
        }
        #expect(found == nearest)
    }
}
