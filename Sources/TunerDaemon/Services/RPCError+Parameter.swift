import JSONCore
import RPCCore
import TunerAPI

extension RPCError {
    /// Creates the error for an invalid parameter.
    init(parameter name: StaticString, _ sentence: String) {
        self.init(ErrorKind.invalidParams, sentence, facts: ["parameter": .string(name.description)])
    }

    /// Creates the error for a parameter that must be one of some words.
    init(parameter name: StaticString, _ word: String, isNot allowed: [String]) {
        let nearest = NearestName.nearest(to: word, among: allowed)
        var facts: JSONObject = ["parameter": .string(name.description), "allowed": .array(allowed.map(JSON.string))]
        facts["nearest"] = nearest.map { .string($0) }
        let words = allowed.joined(separator: ", ")
        let sentence = "\(name) must be one of \(words), got \(word.shown)\(NearestName.question(nearest))"
        self.init(ErrorKind.invalidParams, sentence, facts: facts)
    }
}
