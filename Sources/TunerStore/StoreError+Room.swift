internal import SystemCore

extension StoreError {
    /// Whether the disk is full or the user's disk quota is used up.
    package var meansNoRoom: Bool {
        guard case .failed(let error, _) = self else { return false }
        return error.errno == .noSpace || error.errno == .quotaExceeded
    }
}
