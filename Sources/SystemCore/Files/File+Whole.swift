extension File {
    /// Fills the buffer as far as the file goes; fewer bytes than asked mean its end.
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

    /// So many bytes, or fewer when the file ends before.
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

    /// Everything, also where the size says nothing, as in /proc.
    package func readWhole(chunk: Int = 64 * 1024) throws(SystemError) -> [UInt8] {
        // One byte more than the size sees the end in the same call.
        var wanted = max(chunk, Int(try status().size) + 1)
        var bytes: [UInt8] = []
        while true {
            let next = try readFully(count: wanted, at: Int64(bytes.count))
            if bytes.isEmpty { bytes = next } else { bytes += next }
            if next.count < wanted { return bytes }
            wanted = chunk
        }
    }

    /// Writes all of it, or throws with some of it written.
    package func writeFully(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            done += try write(bytes.extracting(done..<bytes.count), at: offset + Int64(done))
        }
    }

    /// Writes all of both, one behind the other, or throws with some of it written.
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
