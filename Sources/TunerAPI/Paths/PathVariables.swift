/// The environment variables that say where the daemon's socket and state are, for manual pages.
package enum PathVariables {
    package static let all = [
        ("TUNER_SOCKET", "The path of the socket, unless --socket names one."),
        ("XDG_RUNTIME_DIR", "The parent of the directory tuner with the socket, unless TUNER_SOCKET names one."),
        ("XDG_STATE_HOME", "The parent of the directory tuner with the state; by default .local/state in HOME."),
        ("HOME", "The home directory, for the state without XDG_STATE_HOME."),
    ]
}
