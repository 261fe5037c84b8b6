package import JSONCore

extension StewPlan {
    /// Appends the sentence that says why it takes so long; it holds nothing that JSON escapes.
    package func appendRationale(to text: inout ByteBuffer) {
        text.append(plain: inputs.weight.ounces)
        text.append(" oz of ")
        text.append(inputs.varietal.title)
        text.append(", ")
        text.append(inputs.style.title)
        text.append(", take ")
        text.append(decimal: Int64(minutes))
        text.append(" min by model ")
        text.append(settings.model.word)
        text.append(".")
    }
}

extension ByteBuffer {
    /// Appends a number without a fraction where it has none.
    fileprivate mutating func append(plain number: Double) {
        if let whole = Int64(exactly: number) {
            append(decimal: whole)
        } else {
            append(text: number.description)
        }
    }
}
