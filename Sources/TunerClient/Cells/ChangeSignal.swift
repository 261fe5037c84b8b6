import SystemCore

/// A signal that resumes waiting tasks after a change.
final class ChangeSignal: Sendable {
    private struct Waiting {
        var lastID: UInt64 = 0
        var tasks: [UInt64: CheckedContinuation<Void, Never>] = [:]
        /// The IDs of tasks that were cancelled before they began to wait.
        var cancelled: Set<UInt64> = []
        var listeners: [UInt64: @Sendable () -> Void] = [:]
    }

    private let waiting = KernelMutex(Waiting())

    /// Resumes all waiting tasks, and calls all listeners.
    func announce() {
        let (tasks, listeners) = waiting.withLock { waiting in
            let listeners = waiting.listeners.isEmpty ? [] : Array(waiting.listeners.values)
            guard !waiting.tasks.isEmpty else { return ([CheckedContinuation<Void, Never>](), listeners) }
            let tasks = waiting.tasks.sorted { $0.key < $1.key }.map(\.value)
            waiting.tasks = [:]
            return (tasks, listeners)
        }
        for task in tasks { task.resume() }
        for listener in listeners { listener() }
    }

    /// Calls a closure at each announcement, on the thread that announces; the closure must not wait.
    ///
    /// - Returns: A number for `removeListener(_:)`.
    func addListener(_ listener: @escaping @Sendable () -> Void) -> UInt64 {
        waiting.withLock { waiting in
            waiting.lastID += 1
            waiting.listeners[waiting.lastID] = listener
            return waiting.lastID
        }
    }

    /// Removes a listener; an announcement that has begun may still call it.
    func removeListener(_ id: UInt64) {
        _ = waiting.withLock { $0.listeners.removeValue(forKey: id) }
    }

    /// Waits for the next announcement, or until the task is cancelled.
    ///
    /// Returns at once if `hasChanged` returns true.
    func wait(unless hasChanged: @Sendable () -> Bool) async {
        let id = waiting.withLock { waiting in
            waiting.lastID += 1
            return waiting.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let mustWait = waiting.withLock { waiting in
                    guard waiting.cancelled.remove(id) == nil, !hasChanged() else { return false }
                    waiting.tasks[id] = task
                    return true
                }
                if !mustWait { task.resume() }
            }
        } onCancel: {
            let task = waiting.withLock { waiting in
                let task = waiting.tasks.removeValue(forKey: id)
                if task == nil { waiting.cancelled.insert(id) }
                return task
            }
            task?.resume()
        }
        _ = waiting.withLock { $0.cancelled.remove(id) }
    }
}
