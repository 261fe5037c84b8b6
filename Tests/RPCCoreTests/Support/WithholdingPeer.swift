import TestSupport

/// A peer that computes from a plain list which messages it must receive, and when.
final class WithholdingPeer {
    private let wire: TestPeer
    /// The highest number to wait for; 0 for none.
    private var number: UInt64 = 0
    private var waiting: [(number: UInt64, id: Int, line: String)] = []
    private var expected: [String] = []
    private var id = 0

    init(_ wire: TestPeer) {
        self.wire = wire
    }

    /// Sends a request of one of six kinds; some withhold responses until `wanted` is released.
    func sendRequest(_ kind: Int, _ wanted: UInt64, _ released: UInt64) throws {
        id += 1
        var withholds = true
        let params = "[\(wanted)]"
        let line: String
        switch kind {
        case 0:
            try wire.write(request("withhold", nil, params))
            withhold(until: wanted, released)
            return
        case 1:
            try wire.write(request("send", nil, "[1]"))
            expected.append(notification("sent", "0"))
            return
        case 2:
            try wire.write("[\(request("ping", id)),\(request("withhold", nil, params))]")
            line = "[\(response(id, "\"pong\""))]"
        case 3:
            try wire.write(request("withholdAndFail", id, params))
            line =
                #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32008,"message":"not now","data":{"kind":"busy"}}}"#
        case 4:
            try wire.write(request("ping", id))
            line = response(id, "\"pong\"")
            withholds = false
        default:
            try wire.write(request("withhold", id, params))
            line = response(id, "\"withheld\"")
        }
        if withholds {
            withhold(until: wanted, released)
        }
        if number > 0 {
            waiting.append((number, id, line))
        } else {
            expected.append(line)
        }
    }

    func release(through released: UInt64) {
        while let first = waiting.first, first.number <= released {
            expected.append(first.line)
            waiting.removeFirst()
        }
        if number <= released {
            number = 0
        }
    }

    func fail() {
        for response in waiting {
            let storage = WithholdingTests.storage(response.id)
            expected.append(response.line.hasPrefix("[") ? "[\(storage)]" : storage)
        }
        waiting = []
        number = 0
    }

    /// Returns the messages received since the last call, and the expected ones.
    func takeLines() -> (received: [String], expected: [String]) {
        defer { expected = [] }
        return (wire.lines(), expected)
    }

    private func withhold(until wanted: UInt64, _ released: UInt64) {
        if wanted > released {
            number = max(number, wanted)
        }
    }
}
