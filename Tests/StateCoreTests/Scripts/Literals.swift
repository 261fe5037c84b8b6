import FlagEngine
import JSONCore
import StateCore
import TunableEngine

// Literals in tests must be valid. Otherwise the test itself is wrong.

extension Key {
    init(literal text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}

extension Key: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(literal: text) }
}

extension FlagKey: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}

extension FlagSet {
    /// Creates the flags from the value of `"flags"` in a document.
    init(literal text: String) {
        do {
            try self.init(#"{"flags":\#(text)}"#.utf8.span)
        } catch {
            preconditionFailure("\(text): \(error.faults)")
        }
    }
}

extension Spec {
    init(literal text: String) {
        do {
            try self.init(JSON.parse(text))
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}

extension KeyPatterns {
    init(literal value: JSON) {
        do {
            try self.init(value)
        } catch {
            preconditionFailure("\(value): \(error)")
        }
    }
}

extension Actor {
    static let vim = Actor(client: "vim", pid: 7, uid: 1)
    static let demo = Actor(client: "demo", pid: 9, uid: 1)
}

extension Moment {
    static let zero = Moment(milliseconds: 0)
}
