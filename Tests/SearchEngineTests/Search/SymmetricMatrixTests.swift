import Testing

@testable import SearchEngine

@Suite struct SymmetricMatrixTests {
    @Test func `the eigenvectors of a symmetric matrix are orthogonal and give the matrix again`() {
        var random = SeededRandom(seed: 3)
        let count = 7
        var matrix = SymmetricMatrix(count: count)
        for row in 0..<count {
            for column in 0...row {
                matrix[row, column] = random.normal()
                matrix[column, row] = matrix[row, column]
            }
        }
        let (values, vectors) = matrix.eigen()
        for row in 0..<count {
            for column in 0..<count {
                var product = 0.0
                var again = 0.0
                for axis in 0..<count {
                    product += vectors[axis * count + row] * vectors[axis * count + column]
                    again += vectors[row * count + axis] * values[axis] * vectors[column * count + axis]
                }
                #expect(abs(product - (row == column ? 1 : 0)) < 1e-9)
                #expect(abs(again - matrix[row, column]) < 1e-9)
            }
        }
    }
}
