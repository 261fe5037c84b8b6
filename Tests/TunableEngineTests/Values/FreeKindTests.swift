import JSONCore
import Testing
import TunableEngine

@Suite struct FreeKindTests {
    @Test(
        arguments: [
            (true, FreeKind.boolean), (1, .number), (1.5, .number), ("", .string), ([], .array), ([:], .object),
        ] as [(JSON, FreeKind)]
    )
    func `the first value determines the type of an undeclared key`(value: JSON, kind: FreeKind) throws {
        #expect(try FreeKind.first(value) == kind)
        for other in FreeKind.allCases {
            #expect((other.fault(in: value) == nil) == (other == kind), "\(other)")
        }
    }

    @Test func `null is not a valid value`() {
        #expect(throws: ValueFault(.null, in: JSON.null)) { try FreeKind.first(nil) }
        #expect(FreeKind.string.fault(in: nil)?.kind == .typeMismatch)
        #expect(ValueFault(.null, in: JSON.null).kind == .typeMismatch)
        #expect(
            ValueFault(.null, in: JSON.null).sentence(about: "k")
                == "k cannot be null; to remove a value, reset the key"
        )
    }

    @Test func `a value of another type is a type mismatch`() {
        let fault = FreeKind.number.fault(in: "a")
        #expect(fault?.sentence(about: "ui.scale") == "ui.scale must be a number, got a string")
        #expect(fault?.facts == ["value": "a", "expected": "number"])
    }
}
