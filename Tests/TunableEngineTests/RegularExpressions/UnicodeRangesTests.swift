import Testing

@testable import TunableEngine

@Suite struct UnicodeRangesTests {
    private static let everything: ClosedRange<UInt32> = 0...ScalarSet.last

    /// The scripts, each with one of its names.
    private static var scripts: Set<[ClosedRange<UInt32>]> {
        Set(UnicodeRanges.scriptNames.compactMap { UnicodeRanges.named("sc=\($0)") })
    }

    @Test func `each character has exactly one script`() {
        let ranges = Self.scripts.flatMap { $0 }.sorted { $0.lowerBound < $1.lowerBound }
        #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == ScalarSet.last)
        for (left, right) in zip(ranges, ranges.dropFirst()) {
            #expect(left.upperBound + 1 == right.lowerBound)
        }
        #expect(Self.scripts.count == 175)
    }

    @Test func `a character has the script Unknown if it is not assigned or for private use`() throws {
        let unknown = ScalarSet(try #require(UnicodeRanges.named("sc=Unknown")))
        for value in Self.everything {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let category = scalar.properties.generalCategory
            if category == .privateUse || scalar.properties.isNoncharacterCodePoint {
                #expect(unknown.contains(value), "\(value)")
            } else if category != .unassigned {
                // The standard library may have fewer characters than the table, but not more.
                #expect(!unknown.contains(value), "\(value)")
            }
        }
    }

    @Test func `each letter whose name says Latin has the script Latin`() throws {
        let latin = ScalarSet(try #require(UnicodeRanges.named("sc=Latin")))
        let names = ["LATIN SMALL LETTER", "LATIN CAPITAL LETTER"]
        for value in Self.everything {
            guard let name = Unicode.Scalar(value)?.properties.name else { continue }
            if names.contains(where: { name.hasPrefix($0) }) {
                #expect(latin.contains(value), "\(name)")
            }
        }
    }

    @Test(arguments: ["Common", "Inherited"])
    func `a character with extensions is not among the extensions of Common and Inherited`(name: String) throws {
        let plain = ScalarSet(try #require(UnicodeRanges.named("sc=\(name)")))
        let extended = try #require(UnicodeRanges.named("scx=\(name)"))
        #expect(extended.joined().allSatisfy { plain.contains($0) })
        #expect(UnicodeRanges.named("sc=\(name)") != extended)
    }

    @Test(arguments: [
        ("Emoji_Component", "EComp", 146), ("Extended_Pictographic", "ExtPict", 2_848),
        ("Regional_Indicator", "RI", 26),
        ("sc=Latin", "sc=Latn", 1_492), ("sc=Greek", "Script=Grek", 518), ("scx=Greek", "Script_Extensions=Grek", 531),
    ])
    func `a property has as many characters by each of its names`(name: String, alias: String, count: Int) {
        #expect(UnicodeRanges.named(name)?.map(\.count).reduce(0, +) == count)
        #expect(UnicodeRanges.named(name) == UnicodeRanges.named(alias))
    }

    @Test func `each emoji of the standard library is pictographic or a component`() throws {
        let pictographic = ScalarSet(try #require(UnicodeRanges.named("ExtPict")))
        let component = ScalarSet(try #require(UnicodeRanges.named("EComp")))
        for value in Self.everything where Unicode.Scalar(value)?.properties.isEmoji == true {
            #expect(pictographic.contains(value) || component.contains(value), "\(value)")
        }
    }
}
