/// An open file of the operating system.
package final class KernelFile: File {
    package let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        try unsafe Kernel.read(descriptor, into: buffer, at: offset)
    }

    package func write(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int {
        try Kernel.write(descriptor, bytes, at: offset)
    }

    package func write(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int {
        try Kernel.write(descriptor, first, second, at: offset)
    }

    package func syncData() throws(SystemError) { try Kernel.syncData(descriptor) }

    package func sync() throws(SystemError) { try Kernel.sync(descriptor) }

    package func truncate(to size: Int64) throws(SystemError) { try Kernel.truncate(descriptor, to: size) }

    package func status() throws(SystemError) -> FileStatus { try Kernel.status(of: descriptor) }
}
