import JSONCore

/// A real browser without a window, which a test controls.
protocol WebBrowser: AnyObject {
    /// Opens a URL, and waits until the page is loaded.
    func open(_ url: String) throws

    /// Returns the value of an expression in the page.
    func value(of expression: String) throws -> JSON

    /// Performs the actions of a mouse, a wheel or a keyboard, in the form of WebDriver.
    func perform(_ device: JSON) throws
}
