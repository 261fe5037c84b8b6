/// A line or two for each command, as people would type them.
enum CommandExamples {
    /// The lines for a command.
    static func lines(of name: String) -> [String] {
        switch name {
        case "get": ["tunerctl get ui.cornerRadius", "tunerctl get --default 12 --as integer ui.cornerRadius"]
        case "set": ["tunerctl set ui.cornerRadius 18", "tunerctl set ui.cornerRadius 40 --for 60"]
        case "update": ["tunerctl update ui.scale=2 ui.title='two words'"]
        case "list": ["tunerctl list 'ui.*'", "tunerctl list --search corner"]
        case "describe": ["tunerctl describe ui.cornerRadius"]
        case "watch": ["tunerctl watch 'ui.*' --initial", "tunerctl watch --exec 'pkill -HUP demo'"]
        case "wait": ["tunerctl wait ui.ready true --timeout 30"]
        case "reset": ["tunerctl reset ui.cornerRadius", "tunerctl reset --match 'ui.*' --dry-run"]
        case "toggle": ["tunerctl toggle ui.showGrid"]
        case "step": ["tunerctl step ui.cornerRadius -2"]
        case "last": ["tunerctl last"]
        case "history": ["tunerctl history 20 --match 'ui.*'"]
        case "undo": ["tunerctl undo"]
        case "redo": ["tunerctl redo"]
        case "declare":
            [
                "tunerctl declare ui.cornerRadius --type number --default 12 --min 0 --max 40",
                "tunerctl declare --file specs.json",
            ]
        case "forget": ["tunerctl forget ui.cornerRadius"]
        case "export": ["tunerctl export >constants.json"]
        case "import": ["tunerctl import constants.json --dry-run"]
        case "schema": ["tunerctl schema >constants.schema.json"]
        case "sync": ["tunerctl sync constants.json", "tunerctl sync constants.json --match 'ui.*' --once --pull"]
        case "edit": ["tunerctl edit 'ui.*'"]
        case "preset": ["tunerctl preset save evening", "tunerctl preset load evening"]
        case "lint": ["tunerctl lint plan.json --schema plan.schema.json", "tunerctl lint plan.json --bump --write"]
        case "flag": ["tunerctl flag get banner --context country=CH --explain", "tunerctl flag on ui.DarkMode"]
        case "kill-switch": ["tunerctl kill-switch on 'net.*' --reason 'the new server is down'"]
        case "layers": ["tunerctl layers put business.json", "tunerctl layers activate business personal"]
        case "worlds": ["tunerctl worlds", "tunerctl worlds diff"]
        case "with": ["tunerctl with ui.scale=2 ui.mode=night -- ./demo"]
        case "exec": ["tunerctl exec --match 'build.*' -- make"]
        case "shell": ["tunerctl shell", "tunerctl shell --keep-going <commands.txt"]
        case "stew": ["tunerctl stew --weight 800g --varietal cherry", "tunerctl stew --watch"]
        case "start": ["tunerctl start", "tunerctl start -- --durability relaxed"]
        case "stop": ["tunerctl stop"]
        case "status": ["tunerctl status"]
        case "ping": ["tunerctl ping", "tunerctl ping --watch"]
        case "call": ["tunerctl call tunables.get key=ui.cornerRadius"]
        case "stdio": ["ssh workshop tunerctl stdio"]
        case "completions": ["source <(tunerctl completions bash)", "tunerctl completions fish | source"]
        case "help": ["tunerctl help set", "tunerctl help tunables.subscribe"]
        default: []
        }
    }
}
