/// A rectangle with round corners.
struct RoundBox {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var radius: Double
    var isFilled: Bool

    /// Whether a point is in it, or on its edge where it is not filled.
    func contains(_ x: Double, _ y: Double) -> Bool {
        let distance = distance(x, y)
        return distance <= 0 && (isFilled || distance > -1.2)
    }

    /// How far a point is outside; negative inside.
    private func distance(_ x: Double, _ y: Double) -> Double {
        let radius = min(radius, width / 2, height / 2)
        let (across, down) = (
            abs(x - left - width / 2) - width / 2 + radius, abs(y - top - height / 2) - height / 2 + radius
        )
        let (outerX, outerY) = (max(across, 0), max(down, 0))
        return (outerX * outerX + outerY * outerY).squareRoot() + min(max(across, down), 0) - radius
    }
}
