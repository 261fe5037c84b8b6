extension Duration {
    /// The duration in seconds, with as many digits as needed: "2 s", "0.5 s".
    package var inSeconds: String {
        let number = self / .seconds(1)
        return number == number.rounded() ? "\(components.seconds) s" : "\(number) s"
    }
}
