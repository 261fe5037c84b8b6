import Synchronization
import SystemCore

/// An open file of a ``FaultyFileSystem``.
final class FaultyFile: File {
    private let fileSystem: FaultyFileSystem
    private let node: Int
    private let path: String
    private let options: OpenOptions

    init(fileSystem: FaultyFileSystem, node: Int, path: String, options: OpenOptions) {
        self.fileSystem = fileSystem
        self.node = node
        self.path = path
        self.options = options
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        precondition(options.contains(.read), "the file is not open for reading")
        let bytes = try fileSystem.perform(.read, path, count: buffer.count) { (disk, limit) throws(Errno) in
            disk.content(of: node).dropFirst(Int(offset)).prefix(limit)
        }
        unsafe buffer.copyBytes(from: bytes)
        return bytes.count
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int {
        try write(bytes.copied(), at: offset)
    }

    func write(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int {
        try write(first.copied() + second.copied(), at: offset)
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) -> Int {
        precondition(options.contains(.write), "the file is not open for writing")
        return try fileSystem.perform(.write, path, count: bytes.count) { (disk, limit) throws(Errno) in
            try disk.write(Array(bytes.prefix(limit)), to: node, at: Int(offset))
        }
    }

    func syncData() throws(SystemError) {
        try fileSystem.perform(.syncData, path, file: node) { (disk, _) throws(Errno) in
            disk.sync(node, withAttributes: false)
        }
    }

    func sync() throws(SystemError) {
        try fileSystem.perform(.sync, path, file: node) { (disk, _) throws(Errno) in
            disk.sync(node, withAttributes: true)
        }
    }

    func truncate(to size: Int64) throws(SystemError) {
        try fileSystem.perform(.truncate, path) { (disk, _) throws(Errno) in
            disk.change(node) { $0.resize(to: Int(size)) }
        }
    }

    func status() throws(SystemError) -> FileStatus {
        try fileSystem.perform(.status, path) { (disk, _) throws(Errno) in disk.status(of: node) }
    }
}

extension Span<UInt8> {
    fileprivate func copied() -> [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
