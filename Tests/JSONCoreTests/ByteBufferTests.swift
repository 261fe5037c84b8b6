import JSONCore
import TestSupport
import Testing

@Suite struct ByteBufferTests {
    @Test func whatIsUsedUpInFrontMakesRoomForMore() {
        var buffer = ByteBuffer()
        for round in 0..<1_000 {
            buffer.append("abc")
            buffer.removeFirst(round % 3 == 0 ? 2 : 3)
        }
        #expect(buffer.count == 334)
        #expect(buffer.capacity <= 1_024)
    }

    @Test func anEmptyBufferTakesNoMemory() {
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

    @Test func bytesStayInOrderThroughGrowth() {
        var buffer = ByteBuffer(minimumCapacity: 3)
        for number in 0..<1_000 {
            buffer.append(UInt8(truncatingIfNeeded: number))
        }
        #expect([UInt8](buffer) == (0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(buffer.capacity < 4_000)
    }

    @Test func everyKindOfAppendAddsItsBytes() {
        var other = ByteBuffer()
        other.append("other")
        var buffer = ByteBuffer()
        buffer.append("static é ")
        buffer.append(String(repeating: "s", count: 20))
        buffer.append([1, 2, 3].span)
        buffer.append([4, 5, 6, 7].span, in: 1..<3)
        buffer.append(contentsOf: other)
        let start = Array("static é ".utf8) + [UInt8](repeating: UInt8(ascii: "s"), count: 20)
        #expect([UInt8](buffer) == start + [1, 2, 3, 5, 6] + Array("other".utf8))
    }

    @Test(arguments: 0...5)
    func anInsertionMovesWhatIsBehindIt(place: Int) {
        var buffer = ByteBuffer()
        buffer.append("xxabcde")
        buffer.removeFirst(2)
        let long = [UInt8](repeating: UInt8(ascii: "-"), count: 100)
        buffer.insert("12".utf8.span, at: place)
        buffer.insert(long.span, at: place)
        buffer.insert("".utf8.span, at: place)
        var expected = Array("abcde".utf8)
        expected.insert(contentsOf: long + Array("12".utf8), at: place)
        #expect([UInt8](buffer) == expected)
    }

    @Test func truncatingKeepsTheFront() {
        var buffer = ByteBuffer()
        buffer.append("abcdef")
        buffer.removeFirst(2)
        buffer.truncate(to: 3)
        #expect([UInt8](buffer) == Array("cde".utf8))
        buffer.truncate(to: 0)
        #expect(buffer.isEmpty == true)
    }

    @Test func forgettingAllBytesKeepsTheMemory() {
        var buffer = ByteBuffer(minimumCapacity: 100)
        buffer.append("abcdef")
        buffer.removeFirst(1)
        buffer.removeAll()
        #expect(buffer.isEmpty == true)
        #expect(buffer.capacity == 100)
        buffer.append("again")
        #expect([UInt8](buffer) == Array("again".utf8))
    }

    @Test func roomIsFilledInPlace() {
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
    func anyMixOfChangesIsLikeAnArrays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var buffer = ByteBuffer()
        var model: [UInt8] = []
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let place = Int.random(in: 0...model.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0...2:
                buffer.append(bytes.span)
                model += bytes
            case 3:
                buffer.insert(bytes.span, at: place)
                model.insert(contentsOf: bytes, at: place)
            case 4, 5:
                buffer.removeFirst(place / 2)
                model.removeFirst(place / 2)
            default:
                buffer.truncate(to: place)
                model.removeLast(model.count - place)
            }
            #expect([UInt8](buffer) == model)
        }
    }

    @Test func usingUpMoreThanThereIsIsABug() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            buffer.append("abc")
            buffer.removeFirst(4)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            buffer.append("abc")
            buffer.removeFirst(-1)
        }
    }

    @Test func keepingMoreThanThereIsIsABug() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.truncate(to: 4)
        }
    }

    @Test func insertingBehindTheEndIsABug() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer(minimumCapacity: 10)
            buffer.append("abc")
            buffer.insert("x".utf8.span, at: 4)
        }
    }

    @Test func fillingMoreThanTheRoomIsABug() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            unsafe buffer.fill(atLeast: 10) { room in room.count + 1 }
        }
    }
}
