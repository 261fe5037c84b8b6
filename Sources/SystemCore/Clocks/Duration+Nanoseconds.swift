extension Duration {
    /// The duration in whole nanoseconds, rounded away from zero and clamped to the range of `Int64`.
    @inlinable
    package var saturatedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let part = whole + remainder.signum()
        let (product, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = product.addingReportingOverflow(part)
        return tooLarge || overflow ? (self < .zero ? .min : .max) : sum
    }
}
