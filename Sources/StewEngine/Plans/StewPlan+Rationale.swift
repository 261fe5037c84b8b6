extension StewPlan {
    /// A part of a sentence.
    package enum Piece: Sendable {
        case text(StaticString)
        /// Written without a fraction where it has none.
        case number(Double)
    }

    /// Hands over the sentence that says why it takes so long, for who makes no string of it.
    package func visitRationale(_ body: (Piece) -> Void) {
        body(.number(inputs.weight.ounces))
        body(.text(" oz of "))
        body(.text(inputs.varietal.title))
        body(.text(", "))
        body(.text(inputs.style.title))
        body(.text(", take "))
        body(.number(Double(minutes)))
        body(.text(" min by model "))
        body(.text(settings.model.word))
        body(.text("."))
    }

    /// The sentence.
    package var rationale: String {
        var sentence = ""
        visitRationale { piece in
            switch piece {
            case .text(let text): sentence += text.description
            case .number(let number): sentence += number.plain
            }
        }
        return sentence
    }
}
