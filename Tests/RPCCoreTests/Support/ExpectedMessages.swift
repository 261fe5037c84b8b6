import TestSupport

/// The messages that a peer must receive, computed with a plain list of withheld responses.
struct ExpectedMessages {
    /// A request or a batch of requests, with their responses.
    struct Item {
        let text: String
        let responses: [(id: Int, text: String)]
        var isBatch = false
    }

    /// The messages to send so far, in order.
    private(set) var messages: [String] = []
    private var withheld: [(number: UInt64, item: Item)] = []
    private var number: UInt64 = 0
    private var released: UInt64 = 0

    mutating func notify(_ text: String) { messages.append(text) }

    mutating func withhold(until number: UInt64) {
        if number > released {
            self.number = max(self.number, number)
        }
    }

    mutating func respond(to item: Item) {
        if number > released {
            withheld.append((number, item))
        } else {
            append(item)
        }
    }

    mutating func release(through number: UInt64) {
        released = max(released, number)
        while let first = withheld.first, first.number <= released {
            append(first.item)
            withheld.removeFirst()
        }
    }

    mutating func fail() {
        for (_, item) in withheld { append(item.failed) }
        withheld = []
        number = 0
    }

    private mutating func append(_ item: Item) {
        let texts = item.responses.map(\.text)
        messages += item.isBatch ? ["[\(texts.joined(separator: ","))]"] : texts
    }
}

extension ExpectedMessages.Item {
    /// The same item with an error as each response.
    var failed: ExpectedMessages.Item {
        let responses = responses.map { (id: $0.id, text: WithholdingTests.storage($0.id)) }
        return ExpectedMessages.Item(text: text, responses: responses, isBatch: isBatch)
    }
}
