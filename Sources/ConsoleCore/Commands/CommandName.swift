/// The names of the commands of `tunerctl`, in the order of its help text.
package enum CommandName: String, CaseIterable, Sendable {
    case get
    case set
    case update
    case list
    case describe
    case watch
    case top
    case wait
    case applied
    case reset
    case toggle
    case step
    case last
    case history
    case attempt = "try"
    case confirm
    case cancel
    case tries
    case undo
    case redo
    case declare
    case forget
    case export
    case importing = "import"
    case sync
    case edit
    case schema
    case preset
    case lint
    case bake
    case flag
    case killSwitch = "kill-switch"
    case layers
    case syncStatus = "sync-status"
    case fleet
    case worlds
    case accept
    case reject
    case with
    case exec
    case at
    case bisect
    case compare
    case sweep
    case optimize
    case record
    case replay
    case shell
    case stew
    case start
    case stop
    case status
    case web
    case doctor
    case ping
    case call
    case stdio
    case lsp
    case mcp
    case completions
    case help
}
