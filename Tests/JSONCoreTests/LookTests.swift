import JSONCore
import TestSupport
import Testing

@Suite struct LookTests {
    private static let message =
        #"{"jsonrpc":"2.0", "id" : 12345 ,"\u006dethod":"tunables.get","params":{"key":"ui.cornerRadius","default":3.5},"id":-7}"#

    @Test func `members are returned in order with their positions`() throws {
        let text = LookTests.message.utf8.span
        var members = JSONMembers(of: try JSON.check(text))
        var found: [String] = []
        while let member = members.next(in: text) {
            let name = member.name.string(in: text) ?? "none"
            found.append(
                "\(name) \(String(decoding: Array(LookTests.message.utf8)[member.value.source], as: UTF8.self))"
            )
        }
        let afterTheEnd = members.next(in: text)?.value
        #expect(afterTheEnd == nil)
        #expect(
            found == [
                #"jsonrpc "2.0""#, "id 12345", #"method "tunables.get""#,
                #"params {"key":"ui.cornerRadius","default":3.5}"#, "id -7",
            ]
        )
    }

    @Test func `a name is recognized, plain or escaped`() throws {
        let text = #"["method","\u006d\u0065thod","methoe","metho","method\u0000","\u006dethoe",1,"mEthod"]"#.utf8.span
        var elements = JSONElements(of: try JSON.check(text))
        var found: [Bool] = []
        while let element = elements.next(in: text) {
            found.append(element.isString("method", in: text))
        }
        let afterTheEnd = elements.next(in: text)
        #expect(afterTheEnd == nil)
        #expect(found == [true, true, false, false, false, false, false, false])
    }

    @Test func `a scalar converts only to its own kind`() throws {
        let text = #" [ true , false,null,12,-0,1.0,1e2,"s",[],{},9223372036854775808 ] "#.utf8.span
        var elements = JSONElements(of: try JSON.check(text))
        var rows: [String] = []
        while let element = elements.next(in: text) {
            let parts: [String?] = [
                element.boolean(in: text).map { "\($0)" }, element.integer(in: text).map { "\($0)" },
                element.double(in: text).map { "\($0)" }, element.string(in: text),
            ]
            rows.append("\(element.kind) " + parts.map { $0 ?? "·" }.joined(separator: " "))
        }
        #expect(
            rows == [
                "boolean true · · ·", "boolean false · · ·", "null · · · ·", "number · 12 12.0 ·", "number · · -0.0 ·",
                "number · · 1.0 ·", "number · · 100.0 ·", "string · · · s", "array · · · ·", "object · · · ·",
                "number · · 9.223372036854776e+18 ·",
            ]
        )
    }

    @Test(arguments: [
        LookTests.message, "[]", "{}", " [ ] ", " { } ", #"{"":""}"#, #"["\\","\"",{"\\":"]}"}]"#,
        "[[[]],[{}],{\"a\":{}}]",
        #"["a\\\"b",",",":","{","}","[","]"]"#, "3", " -0.0 ", #" "\ud83d\ude00" "#, "null",
        #"{"a":1,"\u0061":2,"a":3}"#,
        #"{"a":1,"b":[1,2,{"c":"]"}],"a":{"x":"}"}}"#, #"["12345678\\","1234567\"\\"]"#,
    ])
    func `the scan agrees with the tree`(text: String) throws {
        _ = try JSON.parse(text)
        #expect(Disagreement(on: Array(text.utf8)) == nil)
    }

    @Test func `reading members of an array or elements of an object traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            _ = JSONMembers(of: try JSON.check("[]".utf8.span))
        }
        await #expect(processExitsWith: .signal(Trap.signal)) {
            _ = JSONElements(of: try JSON.check("{}".utf8.span))
        }
    }
}
