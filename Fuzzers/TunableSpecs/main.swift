import Fuzzing
import JSONCore
import TunableAgreement
import TunableEngine

// An array of a spec and values. No spec may trap. An accepted, clamped or stepped value must be legal and unchanged,
// and a refusal must have a reason.
fuzz { bytes in
    guard case .array(let parts)? = try? JSON.parse(bytes), let first = parts.first else { return }
    do throws(SpecFaults) {
        let spec = try Spec(first)
        require(SpecAgreement.brokenRule(of: spec))
        for value in parts.dropFirst() {
            require(SpecAgreement.brokenRule(of: spec, by: value))
        }
    } catch {
        require(SpecAgreement.brokenRule(of: error))
    }
}

private func require(_ brokenRule: String?) {
    if let brokenRule { preconditionFailure(brokenRule) }
}
