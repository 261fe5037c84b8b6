import TunerClient

extension Look {
    /// The tiles at a moment of the wave, and what made them so.
    func picture(_ phase: Double) -> String {
        var canvas = Canvas(width: 76, height: 32)
        for index in 0..<4 {
            let tile = RoundBox(
                left: Double(index * (12 + spacing) + 2),
                top: 10 + 8 * Screen.wave(phase - Double(index) / 8),
                width: 12,
                height: 12,
                radius: cornerRadius,
                isFilled: isFilled
            )
            canvas.draw(tile, paint)
        }
        let values = "spacing \(spacing)  cornerRadius \(cornerRadius)  duration \(duration)  color \(color)"
        return "\(canvas.text)\(values)\u{1B}[K\n\(status)\u{1B}[K\n"
    }

    /// The colour's parts; the daemon has seen to it that they are such.
    private var paint: (red: UInt8, green: UInt8, blue: UInt8) {
        let number = UInt32(color.dropFirst().prefix(6), radix: 16) ?? 0
        return (UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
    }

    private var status: String {
        switch Tuner.shared.connection {
        case .connecting: "connecting to tunerd"
        case .connected: "connected; \(Screen.hint ?? "try: tunerctl set playground.spacing 8")"
        case .lost(let since):
            "without tunerd for \(since.duration(to: .now).components.seconds) s; try: tunerctl start"
        }
    }
}
