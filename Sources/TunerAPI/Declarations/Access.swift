/// Whether a method only reads or also writes; users who may only read cannot call methods that write.
package enum Access: String, Sendable {
    case reads
    case writes
}
