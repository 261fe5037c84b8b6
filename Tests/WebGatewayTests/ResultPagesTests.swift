import JSONCore
import Testing
import WebGateway

struct ResultPagesTests {
    private static let messages = [
        (#"{"id":1,"result":{"revision":5,"values":{"a":1,"b":[2,{"c":[]}],"d":"}],\"{\\"}}}"#, "values"),
        (#"{"id":1,"result":{"revision":5,"tunables":[{"key":"a","value":[1,2]},{"key":"b"}]}}"#, "tunables"),
        (#"{"jsonrpc":"2.0","id":1,"result":{"values":{}}}"#, "values"),
        (#"{"jsonrpc":"2.0","id":1,"result":{"values":[",",1]}}"#, "values"),
    ]

    /// Returns the texts of the pages of a message that arrives in parts.
    private func pages(_ parts: [ArraySlice<UInt8>]) -> (texts: [String], isComplete: Bool) {
        var pages = ResultPages()
        var texts: [String] = []
        for part in parts {
            pages.append(Array(part).span)
            if let page = pages.takePage() {
                texts.append(String(decoding: [UInt8](page), as: UTF8.self))
            }
        }
        return (texts, pages.isComplete)
    }

    /// Returns the entries of all pages, and checks that each page is a result like that of the message.
    private func entries(of texts: [String], _ member: String, _ result: JSON) throws -> [JSON] {
        var entries: [JSON] = []
        for text in texts {
            let page = try JSON.parse(text)
            #expect(page["revision"] == result["revision"])
            entries += try #require(page[member]).entries
        }
        return entries
    }

    @Test(arguments: messages) func `the pages of a message have its entries, however it arrives`(
        message: String,
        member: String
    ) throws {
        let bytes = Array(message.utf8)
        let result = try #require(try JSON.parse(message)["result"])
        let expected = try #require(result[member]).entries
        var arrivals = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
        arrivals += bytes.indices.map { [bytes[..<$0], bytes[$0...]] }
        for parts in arrivals {
            let (texts, isComplete) = pages(parts)
            #expect(try entries(of: texts, member, result) == expected)
            #expect(isComplete)
        }
        // Byte by byte, each entry is a page.
        #expect(pages(arrivals[1]).texts.count == max(1, expected.count))
    }

    @Test func `a message that has not arrived whole is not complete`() {
        for (message, _) in Self.messages {
            let bytes = Array(message.utf8)
            for end in 0..<bytes.count - 2 {
                #expect(!pages([bytes[..<end]]).isComplete)
            }
        }
    }
}

extension JSON {
    /// The members of an object, each as an array of name and value, or the elements of an array.
    fileprivate var entries: [JSON] {
        switch self {
        case .object(let object): object.members.map { .array([.string($0.name), $0.value]) }
        case .array(let elements): Array(elements)
        default: []
        }
    }
}
