import TunerAPI

/// The daemon's version.
package enum Version {
    /// As people write it.
    package static let text = API.release
}
