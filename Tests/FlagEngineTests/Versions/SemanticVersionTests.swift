import Testing

@testable import FlagEngine

@Suite struct SemanticVersionTests {
    /// Versions in ascending order.
    private static let inOrder = [
        "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
        "1.0.0-rc.1", "1.0.0", "1.0.1-0", "1.0.1", "1.2", "1.10.0", "2", "v2.0.1", "10.0.0",
        "99999999999999999999.0.0", "100000000000000000000.0.0",
    ]

    @Test func `versions are ordered by semantic versioning`() throws {
        let versions = try Self.inOrder.map { try #require(SemanticVersion($0)) }
        for left in versions.indices {
            for right in versions.indices {
                let order = versions[left].compare(versions[right])
                #expect(order.signum() == (left - right).signum(), "\(Self.inOrder[left]) and \(Self.inOrder[right])")
            }
        }
    }

    @Test(arguments: [
        ("1.0.0+a", "1.0.0+b"), ("v1", "1.0.0"), ("1.2", "1.2.0"), ("1.0.0-a+x", "1.0.0-a"), ("V1.2.3", "v1.2.3"),
    ])
    func `build metadata, a leading v and omitted numbers do not matter`(left: String, right: String) throws {
        let versions = (try #require(SemanticVersion(left)), try #require(SemanticVersion(right)))
        #expect(versions.0.compare(versions.1) == 0)
    }

    @Test(
        arguments: [
            "", "v", "a", "1.", "1..2", "01.0.0", "1.0.00", "2.0.0.0", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "1.0.0+",
            "1.0-a", "1+b", "-1.0.0", " 1.0.0", "1.0.0 ", "1.0.0-ä", "vv1", "Vv1", "V",
        ]
    )
    func `an invalid version is refused`(text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    @Test(
        arguments: [
            ("3.0.1", "~", true), ("3.1.0", "~", false), ("3.1.0", "^", true), ("4.0.0", "^", false), ("3", "~", true),
            ("3.0.0", "=", true), ("3.0.0-rc", "!=", true), ("3.0.0-rc", "<", true), ("3.0.0", "<=", true),
            ("3.0.0", ">", false), ("3.0.0", ">=", true),
        ]
    )
    func `each version operator compares two versions`(left: String, word: String, holds: Bool) throws {
        let comparison = try #require(VersionComparison(rawValue: word))
        let versions = (try #require(SemanticVersion(left)), try #require(SemanticVersion("3.0.0")))
        #expect(comparison.holds(versions.0, versions.1) == holds)
    }
}
