import TestSupport
import Testing

/// A program that plays vectors with a client library: `clients/vectors/README.md` says what it does.
struct ClientDriver: Sendable, CustomTestStringConvertible {
    /// The name of the client, as in `without` of a vector.
    let name: String
    let command: [String]
    /// Why the driver cannot run here; nil if it can.
    let absence: String?

    var testDescription: String { name }

    /// Creates a driver; `isPresent` is whether the programs that it needs are installed.
    private init(_ name: String, _ command: [String], isPresent: Bool = true, install hint: String = "") {
        self.name = name
        self.command = command
        absence = isPresent || Demands.areStrict ? nil : "missing here: \(hint)"
    }

    /// The driver of each client library.
    static let all = [
        ClientDriver("swift", [BuiltProduct.path("vector-driver")]),
        ClientDriver(
            "javascript",
            [Demands.path(of: "node") ?? "node", ProjectFile.path("clients/javascript/tests/driver.js")],
            isPresent: Demands.path(of: "node") != nil,
            install: "node; install nodejs"
        ),
        ClientDriver(
            "python",
            [Demands.path(of: "python3") ?? "python3", "-B", ProjectFile.path("clients/python/tests/driver.py")],
            isPresent: Demands.path(of: "python3") != nil,
            install: "python3"
        ),
        ClientDriver("c", [BuiltProduct.path("c-vector-driver")]),
    ]
}
