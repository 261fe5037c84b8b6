/// Whether a method changes anything; peers that may only read are refused the others.
package enum Access: String, Sendable {
    case reads
    case writes
}
