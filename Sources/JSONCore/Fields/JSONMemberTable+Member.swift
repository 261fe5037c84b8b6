extension JSONMemberTable {
    /// One member of a record whose type is known to the two closures alone.
    @safe
    package struct Member: Sendable {
        /// Reads a value into the record at an address.
        typealias Read =
            @Sendable (UnsafeMutableRawPointer, JSONPlace, Span<UInt8>) throws(JSONMismatch) -> Void
        /// Writes the member of the record at an address, unless there is nothing to write.
        typealias Write = @Sendable (UnsafeRawPointer, inout JSONWriter) throws(JSONNotFinite) -> Void

        /// The name that stands in the object.
        package let name: StaticString

        /// Whether it must be there.
        package let isRequired: Bool

        /// One line for a person.
        package let summary: String

        /// What the value must be, in words.
        package let expectation: String

        /// What the value must be, as a JSON Schema.
        package let schema: JSON

        let read: Read
        let write: Write

        init(
            _ name: StaticString,
            isRequired: Bool,
            _ summary: String,
            expectation: String,
            schema: JSON,
            read: @escaping Read,
            write: @escaping Write
        ) {
            self.name = name
            self.isRequired = isRequired
            self.summary = summary
            self.expectation = expectation
            self.schema = schema
            unsafe self.read = read
            unsafe self.write = write
        }
    }
}
