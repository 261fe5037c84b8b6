import JSONCore

extension FlagDefinition {
    /// Evaluates the flag in a context.
    ///
    /// The kill switch decides first, then an override, then the state, then the rule, and last the default variant.
    /// `reader` is the reader of the values that the rule needs; nil if the rule looks them up in the context.
    package func evaluate(
        _ request: EvaluationRequest,
        in context: EvaluationContext,
        reading reader: ContextReader? = nil
    ) -> Evaluation {
        let values = reader?.values
        guard let wanted = request.type, wanted != type else { return chosen(request, context, values) }
        let evaluation = chosen(request, context, values)
        guard let fault = typeFault(of: evaluation, wanted) else { return evaluation }
        var refused = failed(fault, request)
        refused.isLimited = evaluation.isLimited
        refused.explanation = evaluation.explanation
        return refused
    }

    private func chosen(_ request: EvaluationRequest, _ context: EvaluationContext, _ values: [JSON?]?) -> Evaluation {
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
        return decided(by: rule, request, context, values)
    }

    private func decided(
        by rule: Rule,
        _ request: EvaluationRequest,
        _ context: EvaluationContext,
        _ values: [JSON?]?
    ) -> Evaluation {
        if let name = rule.missingEvaluator {
            return failed(.missingEvaluator(name), request)
        }
        var run = RuleRun(
            rule,
            flagKey: key.text,
            limits: request.limits,
            in: context,
            readValues: values,
            trace: request.explains ? RuleTrace() : nil
        )
        var evaluation: Evaluation
        do throws(RuleLimitFault) {
            let result = try run.result()
            evaluation = named(by: result, isSplit: run.isSplit, request)
        } catch {
            evaluation = failed(.limit(error), request)
        }
        if let trace = run.trace {
            evaluation.explanation = trace.explanation(of: rule)
        }
        return evaluation
    }

    /// Returns the variant that the rule's result names; a boolean or number names the variant with the same spelling.
    private func named(by result: JSON, isSplit: Bool, _ request: EvaluationRequest) -> Evaluation {
        switch result {
        case .null: return byDefault(.default, request)
        case .array, .object: return failed(.result(result.kind), request)
        default: break
        }
        if case .string(let name) = result, let index = index(ofVariant: name) {
            return Evaluation(flag: self, choice: .variant(index), reason: isSplit ? .split : .targetingMatch)
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
