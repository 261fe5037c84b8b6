/// A symmetric matrix in rows.
struct SymmetricMatrix: Sendable {
    let count: Int
    private var numbers: [Double]

    /// Creates the unit matrix.
    init(count: Int) {
        self.count = count
        numbers = [Double](repeating: 0, count: count * count)
        for index in 0..<count { self[index, index] = 1 }
    }

    subscript(row: Int, column: Int) -> Double {
        get { numbers[row * count + column] }
        set { numbers[row * count + column] = newValue }
    }

    /// Returns the eigenvalues and, in the columns of a matrix in rows, their eigenvectors, by Jacobi's rotations.
    func eigen() -> (values: [Double], vectors: [Double]) {
        var matrix = self
        var vectors = SymmetricMatrix(count: count).numbers
        for _ in 0..<30 {
            var rest = 0.0
            for row in 0..<count { for column in 0..<row { rest += matrix[row, column] * matrix[row, column] } }
            var diagonal = 0.0
            for index in 0..<count { diagonal += matrix[index, index] * matrix[index, index] }
            if rest <= 1e-24 * diagonal { break }
            for row in 1..<max(count, 1) {
                for column in 0..<row where matrix[row, column] != 0 { matrix.rotate(row, column, &vectors) }
            }
        }
        return ((0..<count).map { matrix[$0, $0] }, vectors)
    }

    /// Makes the number at a row and a column 0, by a rotation that also turns the eigenvectors.
    private mutating func rotate(_ row: Int, _ column: Int, _ vectors: inout [Double]) {
        let slope = (self[column, column] - self[row, row]) / (2 * self[row, column])
        let tangent = (slope < 0 ? -1 : 1) / (abs(slope) + (slope * slope + 1).squareRoot())
        let cosine = 1 / (tangent * tangent + 1).squareRoot()
        let sine = tangent * cosine
        for index in 0..<count {
            let (first, second) = (self[index, row], self[index, column])
            self[index, row] = cosine * first - sine * second
            self[index, column] = sine * first + cosine * second
        }
        for index in 0..<count {
            let (first, second) = (self[row, index], self[column, index])
            self[row, index] = cosine * first - sine * second
            self[column, index] = sine * first + cosine * second
            let place = index * count
            let (left, right) = (vectors[place + row], vectors[place + column])
            vectors[place + row] = cosine * left - sine * right
            vectors[place + column] = sine * left + cosine * right
        }
    }
}
