import JSONCore
import TestSupport
import Testing

@Suite struct ByteBufferTests {
    @Test func `removed bytes at the front make room for new bytes`() {
        var buffer = ByteBuffer()
        for round in 0..<1_000 {
            buffer.append("abc")
            buffer.removeFirst(round % 3 == 0 ? 2 : 3)
        }
        #expect(buffer.count == 334)
        #expect(buffer.capacity <= 1_024)
    }

    @Test func `an empty buffer allocates no memory`() {
        var buffer = ByteBuffer()
        #expect(buffer.capacity == 0)
        #expect(buffer.isEmpty == true)
        buffer.append("")
        buffer.removeFirst(0)
        buffer.truncate(to: 0)
        #expect(buffer.capacity == 0)
        #expect([UInt8](buffer) == [])
        let count = buffer.withBytes { $0.count }
        #expect(count == 0)
    }

    @Test func `bytes keep their order when the buffer grows`() {
        var buffer = ByteBuffer(minimumCapacity: 3)
        for number in 0..<1_000 {
            buffer.append(UInt8(truncatingIfNeeded: number))
        }
        #expect([UInt8](buffer) == (0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(buffer.capacity < 4_000)
    }

    @Test func `every kind of append adds its bytes`() {
        var other = ByteBuffer()
        other.append("other")
        var buffer = ByteBuffer()
        buffer.append("static é ")
        buffer.append(text: String(repeating: "s", count: 20))
        buffer.append([1, 2, 3].span)
        buffer.append([4, 5, 6, 7].span, in: 1..<3)
        buffer.append(contentsOf: other)
        let start = Array("static é ".utf8) + [UInt8](repeating: UInt8(ascii: "s"), count: 20)
        #expect([UInt8](buffer) == start + [1, 2, 3, 5, 6] + Array("other".utf8))
    }

    @Test func `moving bytes empties the source buffer`() {
        var buffer = ByteBuffer()
        var other = ByteBuffer(minimumCapacity: 500)
        other.append("xabc")
        other.removeFirst(1)
        buffer.append(moving: &other)
        #expect([UInt8](buffer) == Array("abc".utf8))
        #expect(buffer.capacity == 500, "its memory came with it")
        #expect(other.capacity == 0)
        other.append("def")
        buffer.append(moving: &other)
        #expect([UInt8](buffer) == Array("abcdef".utf8))
        #expect(other.capacity == 0)
    }

    @Test(arguments: 0...5)
    func `moving bytes from an offset keeps the bytes before the offset`(start: Int) {
        var buffer = ByteBuffer()
        var other = ByteBuffer()
        buffer.append("12")
        other.append("xabcde")
        other.removeFirst(1)
        buffer.append(moving: &other, from: start)
        #expect([UInt8](buffer) == Array("12".utf8) + Array("abcde".utf8.dropFirst(start)))
        #expect([UInt8](other) == Array("abcde".utf8.prefix(start)))
        other.append("f")
        #expect([UInt8](other) == Array("abcde".utf8.prefix(start)) + Array("f".utf8))
    }

    @Test func `moving bytes from outside the buffer traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer()
            var other = ByteBuffer()
            other.append("abc")
            buffer.append(moving: &other, from: 4)
        }
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer()
            var other = ByteBuffer()
            other.append("abc")
            buffer.append(moving: &other, from: -1)
        }
    }

    @Test(arguments: [(0..<3, 4), (4..<7, 0), (1..<5, 2), (2..<6, 1), (3..<3, 7), (0..<7, 0)])
    func `bytes are copied within the buffer, also over themselves`(range: Range<Int>, offset: Int) {
        var buffer = ByteBuffer()
        buffer.append("xabcdefg")
        buffer.removeFirst(1)
        var expected = Array("abcdefg".utf8)
        expected.replaceSubrange(offset..<offset + range.count, with: Array(expected[range]))
        buffer.copy(range, to: offset)
        #expect([UInt8](buffer) == expected)
    }

    @Test func `copying from or to outside the buffer traps`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.copy(1..<4, to: 0)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.copy(0..<2, to: 2)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.copy(0..<2, to: -1)
        }
    }

    @Test func `bytes are changed in place`() {
        var buffer = ByteBuffer()
        buffer.append("xabc")
        buffer.removeFirst(1)
        let count = buffer.withMutableBytes { bytes in
            bytes[1] = UInt8(ascii: "B")
            return bytes.count
        }
        #expect(count == 3)
        #expect([UInt8](buffer) == Array("aBc".utf8))
    }

    @Test(arguments: 0...5)
    func `an insertion shifts the bytes after it`(position: Int) {
        var buffer = ByteBuffer()
        buffer.append("xxabcde")
        buffer.removeFirst(2)
        let long = [UInt8](repeating: UInt8(ascii: "-"), count: 100)
        buffer.insert("12".utf8.span, at: position)
        buffer.insert(long.span, at: position)
        buffer.insert("".utf8.span, at: position)
        var expected = Array("abcde".utf8)
        expected.insert(contentsOf: long + Array("12".utf8), at: position)
        #expect([UInt8](buffer) == expected)
    }

    @Test(arguments: 0...5)
    func `the last bytes move to the front of others`(position: Int) {
        for count in 0...5 - position {
            var buffer = ByteBuffer()
            buffer.append("xxabcde")
            buffer.removeFirst(2)
            buffer.moveLast(count, to: position)
            var expected = Array("abcde".utf8)
            let last = Array(expected.suffix(count))
            expected.removeLast(count)
            expected.insert(contentsOf: last, at: position)
            #expect([UInt8](buffer) == expected)
        }
    }

    @Test func `truncation keeps the front`() {
        var buffer = ByteBuffer()
        buffer.append("abcdef")
        buffer.removeFirst(2)
        buffer.truncate(to: 3)
        #expect([UInt8](buffer) == Array("cde".utf8))
        buffer.truncate(to: 0)
        #expect(buffer.isEmpty == true)
    }

    @Test func `removing all bytes keeps the capacity`() {
        var buffer = ByteBuffer(minimumCapacity: 100)
        buffer.append("abcdef")
        buffer.removeFirst(1)
        buffer.removeAll()
        #expect(buffer.isEmpty == true)
        #expect(buffer.capacity == 100)
        buffer.append("again")
        #expect([UInt8](buffer) == Array("again".utf8))
    }

    @Test func `fill writes in place, and nothing when its closure throws`() {
        var buffer = ByteBuffer()
        buffer.append("ab")
        unsafe buffer.fill(atLeast: 10) { room in
            #expect(room.count >= 10)
            unsafe room[0] = UInt8(ascii: "c")
            return 1
        }
        #expect(throws: TestFailure.self) {
            try unsafe buffer.fill(atLeast: 10) { _ throws(TestFailure) in throw TestFailure() }
        }
        #expect([UInt8](buffer) == Array("abc".utf8))
    }

    @Test(arguments: Seeds.all)
    func `random changes agree with an array`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var buffer = ByteBuffer()
        var model: [UInt8] = []
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let position = Int.random(in: 0...model.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0...2:
                buffer.append(bytes.span)
                model += bytes
            case 3:
                buffer.insert(bytes.span, at: position)
                model.insert(contentsOf: bytes, at: position)
            case 4, 5:
                buffer.removeFirst(position / 2)
                model.removeFirst(position / 2)
            default:
                buffer.truncate(to: position)
                model.removeLast(model.count - position)
            }
            #expect([UInt8](buffer) == model)
        }
    }

    @Test func `removing more bytes than available traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer()
            buffer.append("abc")
            buffer.removeFirst(4)
        }
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer()
            buffer.append("abc")
            buffer.removeFirst(-1)
        }
    }

    @Test func `truncating beyond the end traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.truncate(to: 4)
        }
    }

    @Test func `inserting beyond the end traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.insert("x".utf8.span, at: 4)
        }
    }

    @Test func `filling more than the available room traps`() async {
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var buffer = ByteBuffer()
            unsafe buffer.fill(atLeast: 10) { room in room.count + 1 }
        }
    }
}
