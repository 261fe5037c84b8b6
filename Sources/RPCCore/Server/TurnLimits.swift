/// How much one connection may have done for it before the others have their turn.
package struct TurnLimits {
    /// Messages handled; the requests of a batch count one by one.
    static let messages = 64
    /// Bytes read.
    static let bytes = 64 << 10
    /// Connections accepted.
    static let accepts = 16
    /// Bytes written of a result that goes on in the next turn; what was begun within them is finished.
    package static let resultBytes = 64 << 10
    /// Things looked at for such a result, be they written or not.
    package static let resultSteps = 250
    /// Bytes of unsent answers behind which a batch's results are no longer written in the turn that computed them.
    static let answerBytes = 1 << 20
}
