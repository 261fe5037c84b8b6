/// A picture of square pixels, two of which are one character of a terminal.
struct Canvas {
    /// A colour, or nothing.
    typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)?

    let width: Int
    let height: Int
    private var pixels: [Pixel]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: nil, count: width * height)
    }

    /// Draws a rectangle with round corners, in part where it does not fit.
    mutating func draw(_ box: RoundBox, _ color: (red: UInt8, green: UInt8, blue: UInt8)) {
        for y in 0..<height {
            for x in 0..<width where box.contains(Double(x) + 0.5, Double(y) + 0.5) {
                pixels[y * width + x] = color
            }
        }
    }

    /// The picture as a terminal shows it.
    var text: String {
        var text = ""
        for row in stride(from: 0, to: height, by: 2) {
            for x in 0..<width {
                let (upper, lower) = (pixels[row * width + x], pixels[(row + 1) * width + x])
                switch (upper, lower) {
                case (nil, nil): text += " "
                case (let upper?, nil): text += paint(38, upper) + "▀\u{1B}[0m"
                case (nil, let lower?): text += paint(38, lower) + "▄\u{1B}[0m"
                case (let upper?, let lower?): text += paint(38, upper) + paint(48, lower) + "▀\u{1B}[0m"
                }
            }
            text += "\u{1B}[K\n"
        }
        return text
    }

    private func paint(_ ground: Int, _ color: (red: UInt8, green: UInt8, blue: UInt8)) -> String {
        "\u{1B}[\(ground);2;\(color.red);\(color.green);\(color.blue)m"
    }
}
