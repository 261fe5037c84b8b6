import JSONCore
import LoopCore
import Testing

@Suite struct SharedBuffersTests {
    /// Returns the capacity that a buffer has after it was filled, detached, and attached again.
    private func capacity(_ memory: SharedBuffers, afterReturning capacity: Int) -> Int {
        var buffer = ByteBuffer(minimumCapacity: capacity)
        memory.detachOutput(&buffer)
        #expect(buffer.capacity == 0)
        memory.attachSpare(to: &buffer)
        return buffer.capacity
    }

    /// Returns memory that has an output, so that further buffers are spare.
    private func memory(spare: Int) -> SharedBuffers {
        let memory = SharedBuffers(spareMemory: spare)
        var output = ByteBuffer(minimumCapacity: 1 << 16)
        memory.detachOutput(&output)
        return memory
    }

    @Test func `a buffer that was requested and came back is used again`() {
        let memory = memory(spare: 10_000)
        #expect(capacity(memory, afterReturning: 3_000) == 0)
        #expect(capacity(memory, afterReturning: 3_001) == 3_001)
    }

    @Test func `memory that was not requested is not kept`() {
        let memory = memory(spare: 10_000)
        for _ in 0..<3 {
            var buffer = ByteBuffer(minimumCapacity: 100)
            memory.detachOutput(&buffer)
        }
        var buffer = ByteBuffer()
        memory.attachSpare(to: &buffer)
        #expect(buffer.capacity == 0)
    }

    @Test func `spare buffers have no more memory than the limit`() {
        let memory = memory(spare: 10_000)
        var wanted = (0..<4).map { _ in 0 }
        for _ in wanted {
            var buffer = ByteBuffer()
            memory.attachSpare(to: &buffer)
        }
        for capacity in [4_000, 5_000, 2_000, 1_000] {
            var buffer = ByteBuffer(minimumCapacity: capacity)
            memory.detachOutput(&buffer)
        }
        for index in wanted.indices {
            var buffer = ByteBuffer()
            memory.attachSpare(to: &buffer)
            wanted[index] = buffer.capacity
        }
        #expect(wanted == [1_000, 5_000, 4_000, 0])
    }

    @Test func `a buffer with output that is not sent keeps its memory`() {
        let memory = memory(spare: 10_000)
        var buffer = ByteBuffer()
        memory.attachSpare(to: &buffer)
        buffer.append("left")
        memory.detachOutput(&buffer)
        #expect(buffer.count == 4)
    }
}
