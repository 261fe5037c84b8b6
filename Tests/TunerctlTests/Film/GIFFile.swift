/// The facts of a GIF file, which its blocks contain.
struct GIFFile {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var frames = 0
    /// The time from the first frame to the end of the last one.
    private(set) var duration = Duration.zero
    /// The number of repetitions; 0 is no end, and nil is none.
    private(set) var repetitions: Int?
    /// Whether the last block is the last byte.
    private(set) var isWhole = false

    private var rest: ArraySlice<UInt8>

    /// Creates the facts of a file, or nil if the bytes do not begin as a file with several frames does.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Array("GIF89a".utf8)) else { return nil }
        rest = bytes.dropFirst(6)
        (width, height) = (number(), number())
        skipColors(byte())
        rest = rest.dropFirst(2)
        while let kind = rest.popFirst() {
            switch kind {
            case 0x21: readExtension()
            case 0x2C: skipFrame()
            default:
                isWhole = kind == 0x3B && rest.isEmpty
                return
            }
        }
    }

    /// Reads the delay of the next frame, or the number of repetitions.
    private mutating func readExtension() {
        let label = byte()
        let data = blocks()
        if label == 0xF9, data.count == 4 {
            duration += .milliseconds(10 * (Int(data[1]) + Int(data[2]) << 8))
        } else if label == 0xFF, data.count == 14, data.starts(with: Array("NETSCAPE2.0".utf8)) {
            repetitions = Int(data[12]) + Int(data[13]) << 8
        }
    }

    private mutating func skipFrame() {
        frames += 1
        rest = rest.dropFirst(8)
        skipColors(byte())
        _ = byte()
        _ = blocks()
    }

    /// Skips a table of colors, if the flags say that there is one.
    private mutating func skipColors(_ flags: UInt8) {
        if flags & 0x80 != 0 { rest = rest.dropFirst(3 << (Int(flags & 7) + 1)) }
    }

    /// Returns the data up to the next empty block.
    private mutating func blocks() -> [UInt8] {
        var data: [UInt8] = []
        while let count = rest.popFirst(), count > 0 {
            data += rest.prefix(Int(count))
            rest = rest.dropFirst(Int(count))
        }
        return data
    }

    private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    private mutating func number() -> Int { Int(byte()) + Int(byte()) << 8 }
}
