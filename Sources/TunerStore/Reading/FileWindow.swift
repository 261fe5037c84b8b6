internal import JSONCore
internal import SystemCore

/// A file read from its beginning to its end through a piece of memory.
struct FileWindow: ~Copyable {
    private let file: StoreFile
    /// The bytes read and not used up yet.
    private(set) var bytes = ByteBuffer()
    /// Where in the file they begin.
    private(set) var offset: Int64 = 0
    /// Which line of the file begins there, counted from 1.
    private(set) var line = 1
    /// The file was read to its end.
    private(set) var hasEnd = false
    /// Behind the last byte, of those read, that is not zero.
    private(set) var contentEnd: Int64 = 0

    private static let chunk = 1 << 20

    init(_ files: any FileSystem, _ path: String) throws(StoreError) {
        file = try StoreFile(files, path, .read)
    }

    var path: String { file.path }

    /// Reads on until so many bytes are there; answers whether they are.
    mutating func has(_ count: Int) throws(StoreError) -> Bool {
        while bytes.count < count, !hasEnd {
            let end = offset + Int64(bytes.count)
            // What a damaged line asks for may be more than there is: room is taken as the bytes come.
            let room = min(max(Self.chunk, bytes.count), Self.chunk * 16)
            try unsafe bytes.fill(atLeast: room) { (memory) throws(StoreError) in
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<room])
                let filled = try unsafe file.read(into: part, at: end)
                hasEnd = filled < room
                return filled
            }
            noteContent(from: end)
        }
        return bytes.count >= count
    }

    private mutating func noteContent(from start: Int64) {
        let skipped = Int(start - offset)
        let last = bytes.withBytes { bytes in
            var place = bytes.count - 1
            while place >= skipped, bytes[place] == 0 {
                place -= 1
            }
            return place
        }
        if last >= skipped { contentEnd = offset + Int64(last) + 1 }
    }

    /// Goes on behind so many bytes.
    mutating func skip(_ count: Int, lines: Int? = nil) {
        line += lines ?? bytes.withBytes { ByteSearch.newlines(in: $0.extracting(0..<count)) }
        offset += Int64(count)
        bytes.removeFirst(count)
    }
}
