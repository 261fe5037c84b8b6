import SystemCore
import TestSupport
import Testing

@Suite struct ThreadSlotTests {
    @Test func `each thread has its own pointer in a slot`() {
        let slot = ThreadSlot()
        #expect(unsafe slot.pointer == nil)
        unsafe slot.set(UnsafeMutableRawPointer(bitPattern: 16))
        TestThread {
            #expect(unsafe slot.pointer == nil)
            unsafe slot.set(UnsafeMutableRawPointer(bitPattern: 32))
            #expect(unsafe slot.pointer == UnsafeMutableRawPointer(bitPattern: 32))
        }.join()
        #expect(unsafe slot.pointer == UnsafeMutableRawPointer(bitPattern: 16))
        unsafe slot.set(nil)
        #expect(unsafe slot.pointer == nil)
    }
}
