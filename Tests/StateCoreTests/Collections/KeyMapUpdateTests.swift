import StateCore
import TestSupport
import Testing

@Suite struct KeyMapUpdateTests {
    private struct Stopped: Error {}

    private let key = Array("ui.scale".utf8)

    @Test func `an update body can insert, change and remove a value`() {
        var map = KeyMap<Int>()
        map.update(key.span) { $0 = ($0 ?? 10) + 1 }
        #expect(map.value(of: key.span) == 11)
        map.update(key.span) { $0 = ($0 ?? 10) + 1 }
        #expect(map.value(of: key.span) == 12)
        map.update(key.span) { $0 = nil }
        #expect(map.isEmpty)
    }

    @Test func `a value that an update body sets is kept when the body throws`() {
        var map = KeyMap<Int>()
        map.insert(1, for: key.span)
        #expect(throws: Stopped.self) {
            try map.update(key.span) { value throws(Stopped) in
                value = 2
                throw Stopped()
            }
        }
        #expect(map.value(of: key.span) == 2)
    }

    @Test func `removing or updating a missing key changes nothing`() {
        var map = KeyMap<Int>()
        #expect(map.remove(key.span) == nil)
        #expect(map.update(key.span) { $0 } == nil)
        #expect(map.value(of: key.span) == nil)
        #expect(map.isEmpty)
    }

    @Test func `inserting an empty or too long key traps`() async {
        #expect(KeyMap<Int>().value(of: Span()) == nil)
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var map = KeyMap<Int>()
            map.insert(1, for: Span())
        }
        await #expect(processExitsWith: .signal(Trap.signal)) {
            var map = KeyMap<Int>()
            map.insert(1, for: [UInt8](repeating: 1, count: 257).span)
        }
    }
}
