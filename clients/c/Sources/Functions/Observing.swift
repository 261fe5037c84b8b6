// tuner.h documents and names these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CTuner
import TunerClient

@c @implementation
public func tuner_on_change(
    _ value: OpaquePointer?,
    _ changed: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ user: UnsafeMutableRawPointer?
) -> OpaquePointer? {
    guard let pointer = unsafe value, let changed = unsafe changed, let value = try? unsafe TunerC.value(pointer) else {
        return nil
    }
    let (address, userAddress) = (UInt(bitPattern: pointer), UInt(bitPattern: user))
    let queue = value.client.live.queue
    let binding = value.binding.erased
    let id = CallbackQueue.newID()
    let begin = binding.announced
    let seen = LastSeen(begin)
    let listener = binding.addListener { queue.enqueue(id) }
    let observer = Observer(id, in: queue) {
        guard let news = binding.news(since: seen.publication) else { return false }
        seen.publication = news.announced
        unsafe changed(OpaquePointer(bitPattern: address), UnsafeMutableRawPointer(bitPattern: userAddress))
        binding.noteRead(through: news.newest)
        return true
    } end: {
        binding.removeListener(listener)
    }
    queue.add(observer)
    // A change may have come before the observer.
    if binding.news(since: begin) != nil { queue.enqueue(id) }
    return unsafe TunerC.pointer(observer)
}

@c @implementation
public func tuner_on_connection(
    _ tuner: OpaquePointer?,
    _ changed: (@convention(c) (OpaquePointer?, Bool, UnsafeMutableRawPointer?) -> Void)?,
    _ user: UnsafeMutableRawPointer?
) -> OpaquePointer? {
    guard let pointer = unsafe tuner, let changed = unsafe changed, let client = try? unsafe client(pointer) else {
        return nil
    }
    let (address, userAddress) = (UInt(bitPattern: pointer), UInt(bitPattern: user))
    let (queue, tuner) = (client.live.queue, client.live.tuner)
    let id = CallbackQueue.newID()
    let wasConnected = tuner.isConnected
    let seen = LastSeen(wasConnected ? 1 : 0)
    let listener = tuner.addConnectionListener { queue.enqueue(id) }
    let observer = Observer(id, in: queue) {
        let isConnected = tuner.isConnected
        guard seen.publication != (isConnected ? 1 : 0) else { return false }
        seen.publication = isConnected ? 1 : 0
        unsafe changed(
            OpaquePointer(bitPattern: address),
            isConnected,
            UnsafeMutableRawPointer(bitPattern: userAddress)
        )
        return true
    } end: {
        tuner.removeConnectionListener(listener)
    }
    queue.add(observer)
    if tuner.isConnected != wasConnected { queue.enqueue(id) }
    return unsafe TunerC.pointer(observer)
}

@c @implementation
public func tuner_observer_free(_ observer: OpaquePointer?) {
    guard let observer = unsafe observer else { return }
    let object = unsafe Unmanaged<Observer>.fromOpaque(UnsafeRawPointer(observer)).takeUnretainedValue()
    object.queue.remove(object)
}

@c @implementation
public func tuner_poll(_ tuner: OpaquePointer?) -> Int32 {
    unsafe withClient(tuner) { client in client.isPolled ? Int32(truncatingIfNeeded: client.live.queue.poll()) : 0 }
        ?? 0
}

@c @implementation
public func tuner_poll_fd(_ tuner: OpaquePointer?) -> Int32 {
    unsafe withClient(tuner) { client in client.isPolled ? client.live.queue.descriptor : -1 } ?? -1
}

/// What an observer has seen last, which only its callback changes.
private final class LastSeen: @unchecked Sendable {
    var publication: UInt64

    init(_ publication: UInt64) { self.publication = publication }
}
