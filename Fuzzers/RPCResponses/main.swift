import Fuzzing
import JSONCore
import RPCCore
import RPCTestSupport

let peer = DispatcherPeer(batchLimit: 8)

/// An object with an id, and with either a result or an error of code, message and kind.
func demand(response: JSON) {
    precondition(response["jsonrpc"] == "2.0" && response["id"] != nil, "no response")
    if let error = response["error"] {
        precondition(response["result"] == nil, "both result and error")
        guard case .integer = error["code"], error["message"]?.text != nil, error["data"]?["kind"]?.text != nil else {
            fatalError("no error")
        }
    } else {
        precondition(response["result"] != nil, "neither result nor error")
    }
}

// For any input, the output is JSON-RPC. Withheld, released and failed responses are sent in order, and none too
// early.
fuzz { text in
    let responses = peer.responses(to: text).filter { !$0.isEmpty }
    for line in responses {
        guard let value = try? JSON.parse(line, depthLimit: 64) else { fatalError("no JSON: \(line)") }
        if case .array(let responses) = value {
            precondition(!responses.isEmpty, "an empty batch")
            for response in responses {
                demand(response: response)
            }
        } else {
            demand(response: value)
        }
    }
    for style in [Framer.Style.texts, .contentLength] {
        var position = 0
        let fault = WithheldOracle.fault(with: responses, framed: style) {
            position += 1
            return text[position % text.count]
        }
        if let fault {
            fatalError(fault)
        }
    }
}
