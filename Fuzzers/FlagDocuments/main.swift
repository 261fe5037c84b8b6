import FlagEngine
import Fuzzing
import JSONCore

// A document of flags is read, or refused with a reason and a line for each fault. A flag that is read alone has equal
// results, and can be evaluated in any context.
fuzz { bytes in
    let flags: FlagSet
    do throws(FlagFaults) {
        flags = try FlagSet(bytes)
    } catch {
        for fault in error.faults {
            precondition(fault.position != nil && !fault.description.isEmpty, "a refusal says nothing")
            _ = fault.facts
        }
        return
    }
    precondition(
        (try? FlagSet(JSON.parse(bytes)))?.keysThatDiffer(from: flags).isEmpty == true,
        "the tree says otherwise"
    )
    for flag in flags.definitions {
        let alone = try? FlagDefinition.read(.object(flag.definition), key: flag.key)
        precondition(alone == flag, "the definition by itself is another flag")
        check(flag)
    }
}

private enum Asker {
    static let context = EvaluationContext(
        own: ["targetingKey": "device"],
        given: ["email": "somebody@example.com", "age": 42, "version": "1.2.3", "list": [1, "a", nil, [2], ["a": 1]]],
        timestamp: 1_790_000_000
    )
}

private func check(_ flag: FlagDefinition) {
    var requests = [EvaluationRequest(), EvaluationRequest(explains: true), EvaluationRequest(isLimited: true)]
    requests += [FlagType.boolean, .integer, .object].map { EvaluationRequest(type: $0, callersDefault: 7) }
    for member in flag.variants.members {
        requests.append(EvaluationRequest(override: try? flag.override(variant: member.name)))
        precondition((try? flag.override(value: member.value)) != nil, "a variant's value cannot be an override")
    }
    for request in requests {
        let evaluation = flag.evaluate(request, in: Asker.context)
        precondition(evaluation.fault == nil || evaluation.reason == .error, "a fault without an error")
        if let type = request.type, evaluation.variant != nil {
            precondition(type == flag.type || type == .integer && flag.type == .number, "a value of another type")
        }
        var writer = JSONWriter()
        guard (try? evaluation.write(for: flag.key.text, to: &writer)) != nil else {
            preconditionFailure("an evaluation cannot be written")
        }
        let bytes = writer.takeBytes()
        precondition(bytes.withBytes { (try? JSON.check($0, depthLimit: 4_096)) != nil }, "an evaluation is no JSON")
    }
    let plain = flag.evaluate(requests[0], in: Asker.context)
    let explained = flag.evaluate(requests[1], in: Asker.context)
    let isSame = plain.variant == explained.variant && plain.value == explained.value
    precondition(isSame, "an explanation changes the result")
}
