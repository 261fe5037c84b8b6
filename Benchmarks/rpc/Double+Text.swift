extension Double {
    /// Returns the number with so many digits after the point.
    func text(decimals: Int) -> String {
        guard isFinite, magnitude < 1e12 else { return "\(self)" }
        let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
        let scaled = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let digits = String(scaled % scale)
        return "\(sign)\(scaled / scale)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
