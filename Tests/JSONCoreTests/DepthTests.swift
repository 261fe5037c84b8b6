import JSONCore
import TestSupport
import Testing

@Suite struct DepthTests {
    @Test(arguments: [0, 1, 2, 63, 64, 65, 127, 128, 129, 1_000, 4_096])
    func `nesting up to the depth limit is accepted`(limit: Int) throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let fitting = String(repeating: open, count: limit) + "0" + String(repeating: close, count: limit)
            let value = try JSON.parse(fitting, depthLimit: limit)
            #expect(try value.text == fitting)
            _ = try JSON.check(fitting.utf8.span, depthLimit: limit)
            if limit <= 129 {
                #expect(Disagreement(on: Array(fitting.utf8), depthLimit: limit) == nil)
            }
            let deeper = open + fitting + close
            let fault = try #require(refusal(of: Array(deeper.utf8), depthLimit: limit))
            #expect(fault.reason == .tooDeep(limit: limit))
            #expect(fault.offset == limit * open.utf8.count)
        }
    }

    @Test(arguments: [0, 1, 128, 4_096])
    func `nesting 100,000 levels deep is refused at the depth limit`(limit: Int) throws {
        for text in [
            String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
            String(repeating: #"[{"a":"#, count: 50_000),
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        ] {
            let fault = try #require(refusal(of: Array(text.utf8), depthLimit: limit))
            #expect(fault.reason == .tooDeep(limit: limit))
            #expect(throws: fault) { _ = try JSON.check(text.utf8.span, depthLimit: limit) }
            #expect(throws: fault) { _ = try JSONSource(text.utf8.span, depthLimit: limit) }
        }
    }

    @Test func `the parser distinguishes arrays and objects at every depth`() throws {
        var open = ""
        var close = ""
        for depth in 0..<200 {
            open += depth % 3 == 0 ? #"{"a":"# : "["
            close = (depth % 3 == 0 ? "}" : "]") + close
            let text = open + "1" + close
            #expect(try JSON.parse(text, depthLimit: 200).text == text)
            let wrong = open + "1" + (depth % 3 == 0 ? "]" : "}")
            #expect(refusal(of: Array(wrong.utf8), depthLimit: 200)?.offset == open.utf8.count + 1)
        }
    }

    @Test func `many siblings do not count as depth`() throws {
        let text = "[" + String(repeating: "[[]],", count: 10_000) + "{}]"
        #expect(try JSON.parse(text, depthLimit: 3).text == text)
    }

    @Test func `a depth limit that could overflow the stack traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            _ = try JSON.parse("[]", depthLimit: 4_097)
        }
    }
}
