/// A point to evaluate once.
package struct Suggestion: Sendable, Equatable {
    /// The place of the suggestion in their order, from 0; it goes back with the outcome.
    package let number: Int
    package let point: SearchPoint
    /// The number of times that the point was suggested before.
    package let repeats: Int

    package init(number: Int, point: SearchPoint, repeats: Int) {
        self.number = number
        self.point = point
        self.repeats = repeats
    }
}
