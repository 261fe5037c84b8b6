internal import CTransfer

/// The shared library libcurl, which the first use loads.
package enum TransferLibrary {
    /// Why libcurl cannot be used, as the dynamic linker describes it; nil if it can.
    package static var fault: String? {
        guard let text = unsafe ctransfer_fault() else { return nil }
        return unsafe String(cString: text)
    }
}
