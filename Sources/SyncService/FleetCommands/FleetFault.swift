/// A reason why a command for the fleet has failed, as a sentence for people.
package struct FleetFault: Error, Equatable, CustomStringConvertible {
    package let description: String
    package let exitCode: Int32

    init(_ description: String, exitCode: Int32 = 1) { (self.description, self.exitCode) = (description, exitCode) }
}
