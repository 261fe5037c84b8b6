/// A value for each dimension of a space; the value of a choice is the index of its option.
package struct SearchPoint: Hashable, Sendable {
    package let values: [Double]

    package init(_ values: [Double]) { self.values = values }
}
