import StewEngine
import Testing

@Suite struct StewTipTests {
    private static let always: [StewTip] = [.stir, .salt, .basil, .oil]

    @Test(arguments: [
        (Varietal.roma, StewStyle.crushed, [] as [StewTip]),
        (.roma, .wholePeeled, [.crushByHand]),
        (.cherry, .diced, [.cover]),
        (.beefsteak, .stewed, [.cover]),
        (.cherry, .wholePeeled, [.crushByHand, .cover]),
        (.plum, .wholePeeled, [.crushByHand]),
    ])
    func `tips are ordered by style, varietal and general advice`(
        varietal: Varietal,
        style: StewStyle,
        first: [StewTip]
    ) throws {
        #expect(try StewPlan(28, varietal, style, tips: true).tips == first + Self.always)
    }

    @Test func `a plan has no tips when tips are off`() throws {
        #expect(try StewPlan(28, .cherry, .wholePeeled).tips.isEmpty)
    }
}
