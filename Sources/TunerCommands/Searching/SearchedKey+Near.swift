import SearchEngine

extension SearchedKey {
    /// Returns the key with only the values whose distance from the start is at most a part of the range, or nil if there
    /// are no others than the start; a choice keeps all options.
    func near(_ part: Double) -> SearchedKey? {
        guard options.isEmpty else { return self }
        let low = end(-part)
        let high = end(part)
        guard low < high else { return nil }
        let (step, isLogarithmic) = (dimension.step, dimension.isLogarithmic)
        let near: SearchDimension =
            dimension.kind == .integer
            ? .integer(key, Int(low)...Int(high), step: Int(step ?? 1), logarithmic: isLogarithmic)
            : .real(key, low...high, step: step, logarithmic: isLogarithmic)
        return SearchedKey(key: key, dimension: near, options: [], present: present)
    }

    /// Returns the value that is farthest from the start in a direction, but not farther than a part of the range.
    private func end(_ part: Double) -> Double {
        let place = dimension.unit(of: start)
        var value = dimension.value(at: min(1, max(0, place + part)))
        // The nearest value can be a step too far.
        while let step = dimension.step, value != start,
            abs(dimension.unit(of: value) - place) > part.magnitude + 1e-9
        {
            value = dimension.nearest(value + (part < 0 ? step : -step))
        }
        return value
    }
}
