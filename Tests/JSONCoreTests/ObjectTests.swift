import Testing

@testable import JSONCore

@Suite struct ObjectTests {
    @Test(arguments: [0, 1, 15, 16, 17, 18, 31, 32, 33, 100, 1_000])
    func `members are found by name and keep their order`(count: Int) throws {
        var built = JSONObject()
        for number in 0..<count {
            built["name \(number)"] = .integer(Int64(number))
        }
        let text = "{" + (0..<count).map { "\"name \($0)\":\($0)" }.joined(separator: ",") + "}"
        guard case .object(let read) = try JSON.parse(text) else { throw TestFailure() }
        for object in [built, read] {
            #expect(object.members.map(\.name) == (0..<count).map { "name \($0)" })
            for number in 0..<count {
                #expect(object["name \(number)"] == .integer(Int64(number)))
            }
            #expect(object["name \(count)"] == nil)
            #expect(object[""] == nil)
        }
    }

    @Test(arguments: [2, 16, 17, 18, 60])
    func `removing members keeps the order and finds the other members`(count: Int) {
        var object = JSONObject()
        for number in 0..<count {
            object["\(number)"] = .integer(Int64(number))
        }
        for removed in stride(from: 0, to: count, by: 2) {
            object["\(removed)"] = nil
            #expect(object["\(removed)"] == nil)
        }
        object["not there"] = nil
        #expect(object.members.map(\.name) == stride(from: 1, to: count, by: 2).map { "\($0)" })
        for number in 0..<count {
            #expect(object["\(number)"] == (number % 2 == 0 ? nil : .integer(Int64(number))))
        }
        object["0"] = true
        #expect(object.members.last?.name == "0")
    }

    @Test func `setting an existing member keeps its position`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        #expect(object.members.map(\.name) == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test(arguments: [2, 16, 17, 40])
    func `the last of repeated members wins at the position of the first`(count: Int) throws {
        var text = "{"
        for number in 0..<count {
            text += "\"n\(number)\":\(number),"
        }
        guard case .object(let object) = try JSON.parse(text + #""\u006e0":"again","n1":"again","n1":"last"}"#) else {
            throw TestFailure()
        }
        #expect(object.count == count)
        #expect(object.members.map(\.name) == (0..<count).map { "n\($0)" })
        #expect(object["n0"] == "again")
        #expect(object["n1"] == "last")
    }

    @Test(arguments: [2, 20])
    func `different names with equal hashes remain distinct`(count: Int) {
        let members = (0..<count).map { JSONObject.Member(name: "n\($0)", value: .integer(Int64($0))) }
        let hashes = [UInt64](repeating: 42, count: count)
        let object = JSONObject(members, hashes: hashes.span)
        #expect(object.members == members)
        for member in members {
            #expect(object[member.name] == member.value)
        }
    }

    @Test func `a lookup compares names after equal hashes`() {
        let members = (0..<20).map { JSONObject.Member(name: "n\($0)", value: nil) }
        let hashes = ["wanted", "n1"].map { NameHash.of($0.utf8.span) }
        var index = NameIndex()
        index.clear(for: members.count)
        _ = index.insertDistinct(hashes.span)
        #expect(index.position(of: "wanted", in: members) == nil)
        #expect(index.position(of: "n1", in: members) == 1)
    }

    @Test(arguments: [0, 30])
    func `canonically equivalent names remain distinct`(others: Int) throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        #expect(composed == decomposed, "canonically equivalent")
        let padding = (0..<others).map { "\"\($0)\":0," }.joined()
        let value = try JSON.parse("{\(padding)\"\(composed)\":1,\"\(decomposed)\":2}")
        guard case .object(let object) = value else { throw TestFailure() }
        #expect(object.count == others + 2)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
        #expect(JSON.string(composed) != JSON.string(decomposed))
        #expect(try JSONSource("{\"\(composed)\":1,\"\(decomposed)\":2}".utf8.span).duplicates.isEmpty)
    }

    @Test func `equality ignores member order and distinguishes integers from doubles`() {
        #expect(JSON.object(["a": 1, "b": 2]) == ["b": 2, "a": 1])
        #expect((["a": 1] as JSON) != ["a": 1, "b": 2])
        #expect((["a": 1] as JSON) != ["b": 1])
        #expect(JSON.integer(1) != .double(1))
        #expect(JSON.double(0) != .double(-0.0))
        #expect(JSON.null != false)
    }
}

struct TestFailure: Error {}
