import Testing

@testable import SearchEngine

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct SearchModelTests {
    private static func data(_ count: Int, seed: UInt64 = 1) -> ModelData {
        var random = SeededRandom(seed: seed)
        var data = ModelData(isChoice: [false, false, true])
        for index in 0..<count {
            let place = [random.uniform(), random.uniform(), Double(random.index(below: 2))]
            data.append(place, value: place[0] + sin(5 * place[1]) + place[2], repeats: 1 + index % 2)
        }
        return data
    }

    @Test(arguments: [1, 7, 8, 9, 17])
    func `the process meets measurements without noise, and is uncertain elsewhere`(count: Int) throws {
        var settings = ModelSettings(dimensions: 3)
        settings.numbers[4] = log(1e-6)
        let data = Self.data(count)
        let process = try #require(GaussianProcess(data, settings))
        for index in 0..<count {
            let (mean, deviation) = process.prediction(data.place(index))
            #expect(abs(mean - data.values[index]) < 1e-3)
            #expect(abs(mean - process.mean(of: index)) < 1e-6)
            #expect(deviation < 0.01)
        }
        #expect(process.prediction([40, 40, 0]).deviation > 0.9)
    }

    @Test func `the derivatives of the posterior are those of its differences`() throws {
        let data = Self.data(19)
        let spread = ModelFit.Spread(squares: 0.2, freedom: 9)
        var settings = ModelSettings(dimensions: 3)
        settings.numbers = [-0.5, -1, 0.3, 0.2, -2]
        let fit = ModelFit(dimensions: 3)
        let slopes = fit.slopes(try #require(GaussianProcess(data, settings)), spread)
        for index in settings.numbers.indices {
            var values: [Double] = []
            for step in [-1e-4, 1e-4] {
                var moved = settings
                moved.numbers[index] += step
                values.append(fit.logPosterior(try #require(GaussianProcess(data, moved)), spread))
            }
            #expect(abs((values[1] - values[0]) / 2e-4 - slopes[index]) < 1e-4 * max(1, abs(slopes[index])))
        }
    }

    @Test func `a fit finds that a dimension does not matter`() {
        var random = SeededRandom(seed: 2)
        var data = ModelData(isChoice: [false, false])
        for _ in 0..<25 {
            let place = [random.uniform(), random.uniform()]
            data.append(place, value: sin(8 * place[0]), repeats: 1)
        }
        var fit = ModelFit(dimensions: 2)
        fit.improve(data, ModelFit.Spread(), steps: 40)
        #expect(fit.settings.lengths[1] > 3 * fit.settings.lengths[0])
        #expect(fit.settings.noise < 0.01)
    }

    @Test func `the improvement decreases with the mean, as a number at any distance`() {
        let values = stride(from: -2.0, through: 100, by: 0.5).map {
            ExpectedImprovement.logarithm(best: 0, mean: $0, deviation: 1)
        }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(values.allSatisfy { $0.isFinite })
    }

    @Test(arguments: ValueScale.Kind.allCases)
    func `a scale keeps the order of values, also of equal and of huge ones`(kind: ValueScale.Kind) {
        for values in [[1, 1, 1], [0, 1e300, 2], [-4, -3, 5, 1e6], [7]] {
            let scaled = values.sorted().map { ValueScale(values, kind)($0) }
            #expect(scaled == scaled.sorted())
            #expect(scaled.allSatisfy { $0.isFinite })
        }
    }
}
