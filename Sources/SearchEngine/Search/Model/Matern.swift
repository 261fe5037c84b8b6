#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The Matérn covariance of smoothness 5/2 for some squared distances at once.
enum Matern {
    /// Returns the covariances, and their derivatives by the logarithm of a length, divided by the part of that length in
    /// the squared distance.
    @inline(__always)
    static func covariance(_ squares: Lanes) -> (value: Lanes, slope: Lanes) {
        let distance = (5 * squares).squareRoot()
        var decay = Lanes.zero
        for lane in 0..<Lanes.size { decay[lane] = exp(-distance[lane]) }
        let slope = (5.0 / 3) * (1 + distance) * decay
        return ((1 + distance + (5.0 / 3) * squares) * decay, slope)
    }
}
