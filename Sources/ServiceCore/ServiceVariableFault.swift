import JSONCore

/// A variable of the service manager that has an invalid value.
package struct ServiceVariableFault: Error, Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension ServiceVariableFault: CustomStringConvertible {
    package var description: String {
        "\(name) is \(value.shown), which is not valid; "
            + "unset the variable, or start the program with its service manager"
    }
}
