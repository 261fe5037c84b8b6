/// A number that JSON cannot spell: not a number, or infinite.
package struct JSONNotFinite: Error, Equatable, Sendable {}
