import FlagEngine
import JSONCore
import TunerAPI

extension EvaluationRecord {
    /// What a flag comes to, as clients read it.
    init(_ evaluation: Evaluation, of key: String) {
        self.init()
        self.key = key
        value = evaluation.value
        variant = evaluation.variant
        reason = evaluation.reason.rawValue
        isForced = evaluation.isForced ? true : nil
        isLimited = evaluation.isLimited ? true : nil
        metadata = (evaluation.flag?.metadata).flatMap { $0.isEmpty ? nil : $0 }
        errorCode = evaluation.fault?.code
        errorMessage = evaluation.fault?.sentence(about: key)
        explanation = evaluation.explanation?.json
    }
}
