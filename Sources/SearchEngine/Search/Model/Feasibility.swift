#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The probability that a place can be measured: that the guard accepts it and the measurement does not fail.
///
/// It is the probability that a Gaussian process is above 0, with 1 for each measured place and -1 for each refused one.
/// 1 is also what the process expects far away from all places.
struct Feasibility: Sendable {
    private let process: GaussianProcess?

    private static let length = 0.3
    private static let noise = 0.01

    init(_ places: [(place: [Double], isMeasured: Bool)], isChoice: [Bool]) {
        guard places.contains(where: { !$0.isMeasured }) else {
            process = nil
            return
        }
        var data = ModelData(isChoice: isChoice)
        for (place, isMeasured) in places { data.append(place, value: isMeasured ? 0 : -2, repeats: 1) }
        var settings = ModelSettings(dimensions: isChoice.count)
        let length = log(Self.length * Double(isChoice.count).squareRoot())
        for index in isChoice.indices { settings.numbers[index] = length }
        settings.numbers[isChoice.count + 1] = log(Self.noise)
        process = GaussianProcess(data, settings)
    }

    func logarithm(_ place: [Double]) -> Double {
        guard let process else { return 0 }
        let (mean, deviation) = process.prediction(place)
        let distance = (1 + mean) / (deviation * deviation + Self.noise).squareRoot()
        return log(max(0.5 * erfc(-distance / 2.0.squareRoot()), Double.leastNormalMagnitude))
    }
}
