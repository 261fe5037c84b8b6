import FlagEngine
import JSONCore

/// What the flag of a key evaluates to, written as `EvaluationRecord` declares it.
struct KeyedEvaluation: JSONWritable {
    let key: String
    let evaluation: Evaluation

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try evaluation.write(for: key, to: &writer)
    }
}
