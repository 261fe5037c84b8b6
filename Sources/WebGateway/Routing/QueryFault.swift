import HTTPCore
import JSONCore

/// Why a request is refused because of the query of its URL.
enum QueryFault: Error, Equatable {
    case encoding(PercentFault)
    /// The path has no parameter of this name.
    case unknown(String, nearest: String?)
    /// The parameter for flags has a pattern, which only the parameter for tunables may have.
    case flagPattern(String)
}

extension QueryFault {
    /// The sentence of the response.
    var sentence: String {
        switch self {
        case .encoding(let fault): fault.sentence
        case .unknown(let name, let nearest):
            "there is no query parameter \(name.shown)\(NearestName.question(nearest))"
        case .flagPattern(let text):
            "flags=\(text.shown) is a pattern, and flags has keys; use flags=* for all flags, or flags=KEY for each flag"
        }
    }
}

extension RouteCall {
    /// Refuses a query with a parameter that is not known: misspelled, it would select more than the client wants.
    func checkParameters(_ known: [StaticString], in bytes: Span<UInt8>) throws(QueryFault) {
        var items = QueryItems(request.query)
        while let (name, _) = items.next(in: bytes) {
            guard !name.isEmpty, !known.contains(where: { bytes.equals($0, ignoringCaseIn: name) }) else { continue }
            let text = String(decoding: [UInt8](bytes, in: name), as: UTF8.self)
            throw .unknown(text, nearest: NearestName.nearest(to: text, among: known.map { "\($0)" }))
        }
    }
}

extension Exchange {
    /// Responds to a request whose query is refused.
    func respond(_ fault: QueryFault) { respond(.badRequest, text: fault.sentence) }
}
