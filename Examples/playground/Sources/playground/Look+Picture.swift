import TunerClient

extension Look {
    /// The tiles at a moment of the wave, and what made them so.
    func picture(_ phase: Double) -> String {
        let size = Screen.size
        let values = ["spacing \(spacing)", "cornerRadius \(cornerRadius)", "duration \(duration)", "color \(color)"]
        let words = status.split(separator: " ").map(String.init)
        let lines =
            TextLines(values, separator: "  ", columns: size.columns)
            + TextLines(words, separator: " ", columns: size.columns)
        let rows = min(max(size.rows - lines.rowCount - 1, 4), 16)
        let tiles = tiles(phase, width: min(size.columns - 1, 76), height: rows * 2)
        return "\(tiles.text)\(lines.text)\u{1B}[J"
    }

    /// Draws the tiles; on a small canvas, all of their lengths are shorter.
    private func tiles(_ phase: Double, width: Int, height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        let scale = min(Double(width) / 76, Double(height) / 32)
        let (side, middle) = (12 * scale, Double(height) / 2)
        for index in 0..<4 {
            let tile = RoundBox(
                left: Double(index * (12 + spacing) + 2) * scale,
                top: middle - side / 2 + 8 * scale * Screen.wave(phase - Double(index) / 8),
                width: side,
                height: side,
                radius: cornerRadius * scale,
                isFilled: isFilled
            )
            canvas.draw(tile, paint)
        }
        return canvas
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
