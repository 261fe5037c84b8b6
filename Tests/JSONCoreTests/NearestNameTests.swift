import JSONCore
import Testing

@Suite struct NearestNameTests {
    private static let known = ["tunables.get", "tunables.set", "ping", String(repeating: "long", count: 50)]

    @Test(
        arguments: [
            ("tunables.gte", "tunables.get"), ("Tunables.Set", "tunables.set"), ("tunable.set", "tunables.set"),
            ("pong", "ping"), ("pin", "ping"), ("pinng", "ping"), ("ipng", "ping"), ("zong", nil), ("flags", nil),
            (String(repeating: "long", count: 51), String(repeating: "long", count: 50)),
            (String(repeating: "gnol", count: 50), nil),
        ] as [(String, String?)]
    )
    func aNameWithFewSlipsIsTheNearest(name: String, nearest: String?) {
        #expect(NearestName.nearest(to: name, among: Self.known) == nearest)
    }

    @Test(arguments: ["ping", "long", "é"])
    func aNameMuchLongerThanAllOthersHasNoNearestHoweverItBegins(piece: String) {
        for count in [60, 1_000_000] {
            #expect(NearestName.nearest(to: String(repeating: piece, count: count), among: Self.known) == nil)
        }
    }
}
