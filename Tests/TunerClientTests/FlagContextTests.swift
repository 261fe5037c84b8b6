import JSONCore
import Testing

@testable import TunerClient

@Suite struct FlagContextTests {
    private struct User: Encodable {
        let plan: String
        let age: Int
    }

    private static func context(_ numbers: Double?...) -> FlagContext {
        FlagContext(["a": TunerValue(.array(numbers.map { $0.map { .double($0) } ?? .null }))])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a context with a number that JSON cannot have is equal to itself`(number: Double) {
        let context = Self.context(number, 1)
        #expect(!context.isJSON)
        #expect(context == Self.context(number, 1))
        #expect(Set([context, Self.context(number, 1)]).count == 1)
    }

    @Test func `contexts that differ in numbers that JSON cannot have are not equal`() {
        let contexts = [
            Self.context(.nan, nil), Self.context(nil, .nan), Self.context(.infinity, nil),
            Self.context(-.infinity, nil),
            Self.context(.nan, .nan), Self.context(.nan, 1), Self.context(.nan),
            FlagContext(["b": TunerValue(.double(.nan))]),
            Self.context(nil, nil), FlagContext(["a": "NaN"]), FlagContext(),
        ]
        #expect(Set(contexts).count == contexts.count)
    }

    @Test func `a context is encoded from a structure`() throws {
        #expect(try FlagContext(encoding: User(plan: "pro", age: 34)) == ["plan": "pro", "age": 34])
        #expect(throws: EncodingError.self) { try FlagContext(encoding: [1, 2]) }
    }

    private enum Plan: String, TunerValueConvertible { case free, pro }

    @Test func `a context has the values of variables`() throws {
        let (user, age, height, isGuest, referrer) = ("ada", 34, 1.75, true, nil as String?)
        let context: FlagContext = [
            "targetingKey": user, "age": age, "height": height, "isGuest": isGuest, "referrer": referrer,
            "plan": Plan.pro, "roles": ["editor", user], "place": ["x": age, "y": 2],
            "home": ["city": "Rome", "zip": 144] as TunerValue, "wrapped": TunerValue(user),
        ]
        let expected = """
            {"age":34,"height":1.75,"home":{"city":"Rome","zip":144},"isGuest":true,"place":{"x":34,"y":2},"plan":"pro",\
            "referrer":null,"roles":["editor","ada"],"targetingKey":"ada","wrapped":"ada"}
            """
        #expect(try JSON.object(context.members).written() == expected)
    }

    @Test func `the other context wins where both have a name`() {
        let context: FlagContext = ["plan": "pro", "age": 34]
        #expect(context.merging(["age": 35, "country": "NZ"]) == ["plan": "pro", "age": 35, "country": "NZ"])
    }
}
