internal import JSONCore
internal import SystemCore

/// A file that is read from beginning to end, through a window in memory.
struct FileWindow: ~Copyable {
    private let file: StoreFile
    /// The bytes that were read and not yet skipped.
    private(set) var bytes = ByteBuffer()
    /// The offset in the file at which `bytes` begins.
    private(set) var offset: Int64 = 0
    /// The number of the line at which `bytes` begins, from 1.
    private(set) var line = 1
    /// Whether the file was read to its end.
    private(set) var hasEnd = false
    /// The offset after the last byte that is not zero, among the bytes read so far.
    private(set) var contentEnd: Int64 = 0

    private static let chunk = 1 << 20

    init(_ files: any FileSystem, _ path: String) throws(StoreError) {
        file = try StoreFile(files, path, .read)
    }

    var path: String { file.path }

    /// Reads until the window has `count` bytes, and returns false if the file ends before that.
    mutating func has(_ count: Int) throws(StoreError) -> Bool {
        while bytes.count < count, !hasEnd {
            let end = offset + Int64(bytes.count)
            // A damaged line may need more bytes than the file has, so memory grows only as bytes arrive.
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
            var index = bytes.count - 1
            while index >= skipped, bytes[index] == 0 {
                index -= 1
            }
            return index
        }
        if last >= skipped { contentEnd = offset + Int64(last) + 1 }
    }

    /// Removes `count` bytes from the window; `lines` is the number of newlines in them, counted here if it is nil.
    mutating func skip(_ count: Int, lines: Int? = nil) {
        line += lines ?? bytes.withBytes { ByteSearch.newlines(in: $0.extracting(0..<count)) }
        offset += Int64(count)
        bytes.removeFirst(count)
    }
}
