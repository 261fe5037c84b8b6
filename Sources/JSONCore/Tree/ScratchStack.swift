/// A stack with its own allocation; unlike an array, it does not check a reference count on each push.
@safe
struct ScratchStack<Element>: ~Copyable {
    private(set) var count = 0
    private var storage = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

    deinit {
        unsafe storage.extracting(..<count).deinitialize()
        unsafe storage.deallocate()
    }

    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if unsafe count == storage.count {
            grow()
        }
        unsafe storage.initializeElement(at: count, to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func pop() -> Element {
        precondition(count > 0, "an empty stack")
        count &-= 1
        return unsafe storage.moveElement(from: count)
    }

    /// Removes the elements from `start` to the top, and passes them to `body`, which must move them out.
    @inline(__always)
    mutating func take<Result>(from start: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
        precondition(start >= 0 && start <= count, "an index outside the stack")
        let end = count
        count = start
        return unsafe body(storage.extracting(start..<end))
    }

    private mutating func grow() {
        let larger = unsafe UnsafeMutableBufferPointer<Element>.allocate(capacity: max(16, storage.count * 2))
        _ = unsafe larger.moveInitialize(fromContentsOf: storage)
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}
