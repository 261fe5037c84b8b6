import FlagEngine
import JSONCore

/// The evaluation of a flag with its key, written in the format of `EvaluationRecord`.
struct KeyedEvaluation: JSONWritable {
    let key: String
    let evaluation: Evaluation

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try evaluation.write(for: key, to: &writer)
    }
}
