extension File {
    /// Fills the buffer, and returns the number of bytes read; fewer bytes mean that the file has ended.
    package func readFully(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try unsafe read(into: rest, at: offset + Int64(done))
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Returns `count` bytes, or fewer if the file ends earlier.
    package func readFully(count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            do throws(SystemError) {
                length = try unsafe readFully(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Returns the whole content, even if the file reports a wrong size, as files in /proc do.
    package func readWhole(chunk: Int = 64 * 1024) throws(SystemError) -> [UInt8] {
        // With one byte more than the size, the first read can already detect the end.
        var wanted = max(chunk, Int(try status().size) + 1)
        var bytes: [UInt8] = []
        while true {
            let next = try readFully(count: wanted, at: Int64(bytes.count))
            if bytes.isEmpty { bytes = next } else { bytes += next }
            if next.count < wanted { return bytes }
            wanted = chunk
        }
    }

    /// Writes all bytes; after an error, some of them may be written.
    package func writeFully(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            done += try write(bytes.extracting(done..<bytes.count), at: offset + Int64(done))
        }
    }

    /// Writes all bytes of `first` and then of `second`; after an error, some of them may be written.
    package func writeFully(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(SystemError) {
        var done = 0
        while done < first.count {
            let rest = first.extracting(done..<first.count)
            done += try write(rest, second, at: offset + Int64(done))
        }
        done -= first.count
        let start = offset + Int64(first.count + done)
        try writeFully(second.extracting(done..<second.count), at: start)
    }
}
