/// The course of a number as a line of block characters.
enum Sparkline {
    private static let blocks = Array("▁▂▃▄▅▆▇█")

    /// Draws the last samples, one character each.
    ///
    /// The lowest block is the least sample or the lower bound, where there is one. Without a range all blocks are in the middle.
    static func text(of samples: some Collection<Double>, width: Int, bounds: ClosedRange<Double>? = nil) -> String {
        let shown = samples.suffix(width)
        guard shown.count > 1, let least = shown.min(), let most = shown.max() else { return "" }
        let bottom = min(least, bounds?.lowerBound ?? least)
        let top = max(most, bounds?.upperBound ?? most)
        return String(
            shown.map { sample in
                // Half of each bound: the difference of two large bounds can be infinite.
                let part = top > bottom ? (sample / 2 - bottom / 2) / (top / 2 - bottom / 2) : 0.5
                return blocks[Int((part * Double(blocks.count - 1)).rounded())]
            }
        )
    }
}
