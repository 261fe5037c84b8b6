import JSONCore
import RPCCore
import StateCore
import StewEngine

extension StewService {
    /// Answers `stew.compute` as it is asked most: with nothing wrong, by a peer that is in no world and waits for nothing.
    ///
    /// No record is made of the parameters or the result, and what flags and constants come to is found out once for all
    /// that is asked before they change.
    func answer(
        _ params: JSONPlace,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) -> Bool {
        guard params.kind == .object, keeper.sharesView(with: peer) else { return false }
        let asked = text.extracting(params.range)
        let session = Caller(peer: peer).session
        if let answers = session.stews, answers.write(answerTo: asked, circumstances, to: &writer) {
            // It is the plan that was told last, or something would have been remembered since.
            return true
        }
        guard let (request, given) = StewRequest.read(params, text) else { return false }
        let context = contexts.remembered(for: Caller(peer: peer), given: given, text, at: keeper.seconds)
        let unit = request.unit ?? keeper.preferredUnit
        let plan = StewPlan(request.inputs, flags(in: context).settings(unit), sharedFactors)
        keeper.note(plan)
        let start = writer.bytes.count
        writer.begin("{")
        writer.bytes.append(membersOf: plan)
        writer.endObject()
        session.stews.note(writer, since: start, to: asked, circumstances)
        return true
    }

    private var circumstances: RememberedAnswers.Circumstances {
        RememberedAnswers.Circumstances(version: keeper.version, seconds: keeper.seconds, memory: keeper.softVersion)
    }

    private func flags(in context: RememberedContext) -> StewFlags {
        if let known = context.stewFlags, known.version == keeper.version {
            return known.flags
        }
        let flags = StewFlags(in: context.context) { SeenFlag(keeper.flag($0)) }
        context.stewFlags = (keeper.version, flags)
        return flags
    }
}

extension StewRequest {
    private static let contextName: StaticString = "context"

    /// What is asked, where there is nothing but these members, and nothing wrong with them; of repeated names the last
    /// counts.
    fileprivate static func read(_ params: JSONPlace, _ text: Span<UInt8>) -> (StewRequest, given: JSONPlace?)? {
        var request = StewRequest()
        var given: JSONPlace?
        var members = JSONMembers(of: params)
        while let (name, value) = members.next(in: text) {
            guard !name.hasEscapes, !value.hasEscapes else { return nil }
            let bytes = text.extracting(name.range)
            if let input = StewInput(spelt: bytes) {
                guard request.take(input, value, text) else { return nil }
            } else {
                guard contextName.hasBytes(bytes), value.kind == .object else { return nil }
                given = value
            }
        }
        return (request, given)
    }

    /// Takes what is said of an input; whether it is one of those that it may be.
    private mutating func take(_ input: StewInput, _ value: JSONPlace, _ text: Span<UInt8>) -> Bool {
        if case .weight = input {
            guard let ounces = value.double(in: text), let weight = try? StewWeight(ounces: ounces) else {
                return false
            }
            inputs.weight = weight
            return true
        }
        return value.kind == .string && take(input, text.extracting(value.range))
    }

    private mutating func take(_ input: StewInput, _ word: Span<UInt8>) -> Bool {
        switch input {
        case .weight: return false
        case .varietal:
            guard let varietal = Varietal(spelt: word) else { return false }
            inputs.varietal = varietal
        case .style:
            guard let style = StewStyle(spelt: word) else { return false }
            inputs.style = style
        case .unit:
            guard let unit = StewUnit(spelt: word) else { return false }
            self.unit = unit
        }
        return true
    }
}
