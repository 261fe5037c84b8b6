import Fuzzing
import JSONCore
import RPCCore
import RPCTestSupport

let answering = Answering(batchLimit: 8)

/// An object with an id, and with either a result or an error of code, message and kind.
func demand(answer: JSON) {
    precondition(answer["jsonrpc"] == "2.0" && answer["id"] != nil, "no answer")
    if let error = answer["error"] {
        precondition(answer["result"] == nil, "both result and error")
        guard case .integer = error["code"], error["message"]?.text != nil, error["data"]?["kind"]?.text != nil else {
            fatalError("no error")
        }
    } else {
        precondition(answer["result"] != nil, "neither result nor error")
    }
}

// For any input, the output is JSON-RPC. Withheld, released and failed responses are sent in order, and none too
// early.
fuzz { text in
    let answers = answering.answers(to: text).filter { !$0.isEmpty }
    for line in answers {
        guard let value = try? JSON.parse(line, depthLimit: 64) else { fatalError("no JSON: \(line)") }
        if case .array(let answers) = value {
            precondition(!answers.isEmpty, "an empty batch")
            for answer in answers {
                demand(answer: answer)
            }
        } else {
            demand(answer: value)
        }
    }
    for style in [Framer.Style.texts, .contentLength] {
        var position = 0
        let fault = WithheldOracle.fault(with: answers, framed: style) {
            position += 1
            return text[position % text.count]
        }
        if let fault {
            fatalError(fault)
        }
    }
}
