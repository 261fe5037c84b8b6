/// A place in a source text that names a key.
package struct KeyUse: Sendable {
    package let key: String
    /// The bytes of the key, without quotes; in a file of constants, those of the last name on its path.
    package let keyRange: Range<Int>
    /// What the form of the code says that the key names; nil for a string that could name a key.
    package let subject: CallShape.Subject?
    /// The bytes of the default, or of the value in a file of constants; nil if the code has none.
    package let defaultRange: Range<Int>?
    /// The whole call, up to its closing bracket; nil if the code is not a call, or if nothing closes it.
    package let callRange: Range<Int>?
}
