package import JSONCore

extension Spec {
    /// Returns the opposite boolean, or the next value of the enum; the last value is followed by the first.
    package func toggled(_ value: JSON) throws(ValueFault) -> JSON {
        if let enumeration = rule.enumeration {
            let next = enumeration.position(of: value).map { $0 + 1 } ?? 0
            return enumeration.values[next % enumeration.values.count]
        }
        do throws(ValueFault) {
            return try value.toggled()
        } catch {
            throw shown(error)
        }
    }

    /// Returns the value that is `steps` steps away, and stops at the ends.
    ///
    /// The steps follow the enum, or have the declared `step`, or 1 if there is none.
    package func stepped(_ value: JSON, by steps: Int64) throws(ValueFault) -> JSON {
        if let enumeration = rule.enumeration {
            return enumeration.stepped(value, by: steps)
        }
        guard rule.type == .integer || rule.type == .number, let number = Number(value) else {
            throw shown(ValueFault(.cannotStep, in: value))
        }
        let moved: Number
        if let grid = rule.number?.grid {
            moved = grid.moved(from: number, by: steps)
        } else {
            moved = number.moved(by: steps)
        }
        guard let nearest = rule.number?.nearest(to: moved) ?? (rule.number == nil ? moved : nil) else {
            throw shown(rule.fault(.cannotClamp, in: value))
        }
        return nearest.json
    }
}

extension FreeKind {
    /// Returns the opposite boolean; a free key has no enum.
    package func toggled(_ value: JSON) throws(ValueFault) -> JSON {
        try value.toggled()
    }

    /// Returns the number plus `steps`.
    package func stepped(_ value: JSON, by steps: Int64) throws(ValueFault) -> JSON {
        guard let number = Number(value) else { throw ValueFault(.cannotStep, in: value) }
        return number.moved(by: steps).json
    }
}

extension JSON {
    fileprivate func toggled() throws(ValueFault) -> JSON {
        guard case .boolean(let value) = self else { throw ValueFault(.cannotToggle, in: self) }
        return .boolean(!value)
    }
}

extension Enumeration {
    /// Returns the value `steps` choices later, at most the last; at most the first if `steps` is negative.
    ///
    /// An unknown value counts as the one before the first.
    fileprivate func stepped(_ value: JSON, by steps: Int64) -> JSON {
        let (index, overflow) = Int64(position(of: value) ?? -1).addingReportingOverflow(steps)
        let last = Int64(values.count - 1)
        let end = steps < 0 ? 0 : last
        return values[Int(overflow ? end : max(0, min(index, last)))]
    }
}

extension Number {
    /// Returns the number plus `steps`; an integer stops at the ends of `Int64`.
    fileprivate func moved(by steps: Int64) -> Number {
        switch self {
        case .integer(let value):
            let (sum, overflow) = value.addingReportingOverflow(steps)
            return .integer(overflow ? (steps < 0 ? .min : .max) : sum)
        case .double(let value):
            return .double(value + Double(steps))
        }
    }
}
