/// A lower triangular matrix as vectors; the rest of a row is 0.
struct TriangularMatrix: Sendable {
    let count: Int
    /// The vectors of a row.
    let width: Int
    var vectors: [Lanes]

    init(count: Int) {
        self.count = count
        width = Lanes.vectors(count)
        vectors = [Lanes](repeating: .zero, count: count * width)
    }

    subscript(row: Int, column: Int) -> Double {
        get { vectors[row * width + column / Lanes.size][column % Lanes.size] }
        set { vectors[row * width + column / Lanes.size][column % Lanes.size] = newValue }
    }

    /// Returns the triangle L with L Lᵀ = this matrix, read as a symmetric one, or nil if it is not positive definite.
    func factored() -> TriangularMatrix? {
        var factor = TriangularMatrix(count: count)
        for row in 0..<count {
            for column in 0...row {
                // The numbers of the row from `column` on are 0 yet, so whole vectors are right.
                let product = factor.product(row, factor.vectors, column * width, through: column / Lanes.size)
                let rest = self[row, column] - product
                if column < row {
                    factor[row, column] = rest / factor[column, column]
                } else {
                    guard rest > 0 else { return nil }
                    factor[row, row] = rest.squareRoot()
                }
            }
        }
        return factor
    }

    /// Returns the vector x with L x = `right`, where L is this matrix.
    func solved(_ right: [Lanes]) -> [Lanes] {
        var solution = [Lanes](repeating: .zero, count: width)
        for row in 0..<count {
            let rest = right[row / Lanes.size][row % Lanes.size] - product(row, solution, 0, through: row / Lanes.size)
            solution[row / Lanes.size][row % Lanes.size] = rest / self[row, row]
        }
        return solution
    }

    /// Returns the vector x with L Lᵀ x = `right`, where L is this matrix.
    func solvedBoth(_ right: [Double]) -> [Lanes] {
        var packed = [Lanes](repeating: .zero, count: width)
        for row in 0..<count { packed[row / Lanes.size][row % Lanes.size] = right[row] }
        var rest = solved(packed)
        for row in (0..<count).reversed() {
            let number = rest[row / Lanes.size][row % Lanes.size] / self[row, row]
            for index in 0...(row / Lanes.size) { rest[index] -= number * vectors[row * width + index] }
            rest[row / Lanes.size][row % Lanes.size] = number
        }
        return rest
    }

    /// Sets the numbers of a row after a column to 0.
    mutating func clear(_ row: Int, after column: Int) {
        for next in (column + 1)..<max(column + 1, (column / Lanes.size + 1) * Lanes.size) { self[row, next] = 0 }
    }

    /// Returns the columns of the inverse of this matrix; each is a row of `width` vectors.
    func inverseColumns() -> [Lanes] {
        var columns = [Lanes](repeating: .zero, count: count * width)
        for column in 0..<count {
            let first = column * width
            columns[first + column / Lanes.size][column % Lanes.size] = 1 / self[column, column]
            for row in (column + 1)..<max(count, column + 1) {
                let product = product(row, columns, first, from: column / Lanes.size, through: row / Lanes.size)
                columns[first + row / Lanes.size][row % Lanes.size] = -product / self[row, row]
            }
        }
        return columns
    }

    /// Returns the product of a part of a row with a part of a list of vectors that begins at `start`.
    @inline(__always)
    private func product(
        _ row: Int,
        _ other: [Lanes],
        _ start: Int,
        from first: Int = 0,
        through last: Int
    ) -> Double {
        var sum = Lanes.zero
        let begin = row * width
        for index in first...last { sum += vectors[begin + index] * other[start + index] }
        return sum.sum()
    }
}
