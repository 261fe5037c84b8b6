/// An error that reports a number that JSON cannot represent: NaN or infinity.
package struct JSONNotFinite: Error, Equatable, Sendable {}
