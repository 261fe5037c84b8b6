/// Runs a step for each element, in order; each step calls its closure when it has succeeded.
func inOrder<Element>(
    _ elements: [Element],
    _ step: @escaping (Element, @escaping () -> Void) -> Void,
    then end: @escaping () -> Void
) {
    func run(_ index: Int) {
        guard index < elements.count else { return end() }
        step(elements[index]) { run(index + 1) }
    }
    run(0)
}
