import JSONCore

extension FlagDefinition {
    /// Evaluates the flag in a context.
    ///
    /// The kill switch decides first, then an override, then the state, then the rule, and last the default variant.
    package func evaluate(_ request: EvaluationRequest, in context: EvaluationContext) -> Evaluation {
        guard let wanted = request.type, wanted != type else { return chosen(request, context) }
        let evaluation = chosen(request, context)
        guard let fault = typeFault(of: evaluation, wanted) else { return evaluation }
        var refused = failed(fault, request)
        refused.isLimited = evaluation.isLimited
        refused.explanation = evaluation.explanation
        return refused
    }

    private func chosen(_ request: EvaluationRequest, _ context: EvaluationContext) -> Evaluation {
        guard !request.isLimited else {
            var limited = isEnabled ? byDefault(.default, request) : disabled(request)
            limited.isLimited = true
            return limited
        }
        if let override = request.override, let choice = choice(of: override) {
            var evaluation = Evaluation(flag: self, choice: choice, reason: .static)
            evaluation.isOverridden = true
            return evaluation
        }
        guard isEnabled else { return disabled(request) }
        guard let rule else { return byDefault(.static, request) }
        return decided(by: rule, request, context)
    }

    private func decided(by rule: Rule, _ request: EvaluationRequest, _ context: EvaluationContext) -> Evaluation {
        if let name = rule.missingEvaluator {
            return failed(.missingEvaluator(name), request)
        }
        var run = RuleRun(
            rule,
            flagKey: key.text,
            limits: request.limits,
            trace: request.explains ? RuleTrace() : nil
        )
        var evaluation: Evaluation
        do throws(RuleLimitFault) {
            let result = try run.result(context)
            evaluation = named(by: result, isSplit: run.isSplit, request)
        } catch {
            evaluation = failed(.limit(error), request)
        }
        evaluation.explanation = run.trace?.explanation(of: rule)
        return evaluation
    }

    /// Returns the variant that the rule's result names; a boolean or number names the variant with the same spelling.
    private func named(by result: JSON, isSplit: Bool, _ request: EvaluationRequest) -> Evaluation {
        switch result {
        case .null: return byDefault(.default, request)
        case .array, .object: return failed(.result(result.kind), request)
        default: break
        }
        let name = JavaScript.text(result)
        guard let index = index(ofVariant: name) else {
            return failed(.unknownVariant(name, nearest: nearestVariant(to: name)), request)
        }
        return Evaluation(flag: self, choice: .variant(index), reason: isSplit ? .split : .targetingMatch)
    }

    private func byDefault(_ reason: EvaluationReason, _ request: EvaluationRequest) -> Evaluation {
        guard let defaultVariant else {
            return Evaluation(flag: self, choice: .callers(request.callersDefault), reason: .default)
        }
        return Evaluation(flag: self, choice: .variant(defaultVariant), reason: reason)
    }

    private func disabled(_ request: EvaluationRequest) -> Evaluation {
        Evaluation(flag: self, choice: .callers(request.callersDefault), reason: .disabled)
    }

    private func failed(_ fault: EvaluationFault, _ request: EvaluationRequest) -> Evaluation {
        var evaluation = Evaluation(flag: self, choice: .callers(request.callersDefault), reason: .error)
        evaluation.fault = fault
        return evaluation
    }

    /// Returns a fault if the value does not have the requested type; the caller's default is not checked.
    private func typeFault(of evaluation: Evaluation, _ wanted: FlagType) -> EvaluationFault? {
        if case .callers = evaluation.choice {
            return nil
        }
        guard wanted == .integer, let value = evaluation.value, RuleCompiler.whole(value) != nil else {
            return .type(expected: wanted, found: type)
        }
        return nil
    }
}
