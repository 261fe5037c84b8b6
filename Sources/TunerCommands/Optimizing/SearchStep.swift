import ConsoleCore
import JSONCore
import SearchEngine

/// A measurement of a search, as a line of its file and of the output of `--json`.
struct SearchStep: Equatable {
    enum Outcome: Equatable {
        case measured(Double)
        /// The guard has refused the values.
        case refused
        case failed(String)
    }

    /// The reason for the measurement.
    enum Phase: String {
        case search
        /// A measurement of the present values after the search, to compare them with the best ones.
        case before
        /// A measurement of the best values after the search.
        case after
    }

    let number: Int
    let phase: Phase
    let point: SearchPoint
    let outcome: Outcome

    /// The measured number; nil if there is none.
    var value: Double? {
        if case .measured(let value) = outcome { value } else { nil }
    }

    /// Returns the line; `values` are the values of the keys at the point.
    func json(_ values: JSONObject) -> JSON {
        var members: JSONObject = ["number": .integer(Int64(number)), "phase": .string(phase.rawValue)]
        members["values"] = .object(values)
        members["point"] = .array(point.values.map { .double($0) })
        switch outcome {
        case .measured(let value): members["value"] = .double(value)
        case .refused: members["refused"] = true
        case .failed(let sentence): members["failed"] = .string(sentence)
        }
        return .object(members)
    }

    /// Reads a line of a file; nil if the line is not a step with a point of the space.
    init?(_ json: JSON, in space: SearchSpace) {
        guard let number = json["number"]?.number.flatMap(Int.init(exactly:)),
            let phase = json["phase"]?.text.flatMap(Phase.init),
            let values = json["point"]?.elements?.compactMap(\.number), space.contains(values)
        else { return nil }
        if let value = json["value"]?.number {
            outcome = .measured(value)
        } else if let sentence = json["failed"]?.text {
            outcome = .failed(sentence)
        } else {
            outcome = .refused
        }
        (self.number, self.phase, point) = (number, phase, SearchPoint(values))
    }

    init(_ number: Int, _ phase: Phase, _ point: SearchPoint, _ outcome: Outcome) {
        (self.number, self.phase, self.point, self.outcome) = (number, phase, point, outcome)
    }
}

extension SearchSpace {
    /// Returns whether numbers from a file are a point of the space.
    func contains(_ values: [Double]) -> Bool {
        values.count == dimensions.count && nearest(SearchPoint(values)).values == values
    }
}

extension SearchStep.Outcome {
    init(_ outcome: Measurement.Outcome) {
        switch outcome {
        case .measured(let value): self = .measured(value)
        case .refused: self = .refused
        case .failed(let fault): self = .failed(fault.description)
        }
    }
}
