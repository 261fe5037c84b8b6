/// Records like those of a daemon, with 150 bytes each including the newline.
enum Records {
    static func lines(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<count {
            let start = bytes.count
            bytes += "{\"set\":\"group\(number % 97).key\(number)\",\"value\":\(number * 7),\"actor\":\"".utf8
            bytes += repeatElement(UInt8(ascii: "x"), count: max(0, 147 - (bytes.count - start)))
            bytes += "\"}\n".utf8
        }
        return bytes
    }
}
