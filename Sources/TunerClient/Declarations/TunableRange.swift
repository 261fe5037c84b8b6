/// A range of legal values: `0...40`, `0..<40`, `0...`, `...40` or `..<40`.
///
/// Swift's five types of ranges conform to this protocol. No other type needs to.
public protocol TunableRange<Bound> {
    /// The type of the ends of the range.
    associatedtype Bound: Comparable

    /// The ends of the range.
    var tunableLimits: TunableLimits<Bound> { get }
}

extension ClosedRange: TunableRange {
    /// Both ends of the range, which are legal values.
    public var tunableLimits: TunableLimits<Bound> { TunableLimits(from: lowerBound, through: upperBound) }
}

extension Range: TunableRange {
    /// Both ends of the range; the upper end is not a legal value.
    public var tunableLimits: TunableLimits<Bound> { TunableLimits(from: lowerBound, upTo: upperBound) }
}

extension PartialRangeFrom: TunableRange {
    /// The lower end of the range, which is a legal value.
    public var tunableLimits: TunableLimits<Bound> { TunableLimits(from: lowerBound) }
}

extension PartialRangeThrough: TunableRange {
    /// The upper end of the range, which is a legal value.
    public var tunableLimits: TunableLimits<Bound> { TunableLimits(through: upperBound) }
}

extension PartialRangeUpTo: TunableRange {
    /// The upper end of the range, which is not a legal value.
    public var tunableLimits: TunableLimits<Bound> { TunableLimits(upTo: upperBound) }
}
