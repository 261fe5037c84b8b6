vim9script
# Options of Vim as tunables: each follows its key, in every Vim at once, and :Tune KEY VALUE stores a value for all of them.
# The plugin starts `tunerctl stdio`, which connects it to the daemon's socket, and frames messages as for a language server.

# The declarations of the keys in the words of JSON Schema, and the options that follow the keys.
const specs = {
    'editor.tabWidth': {type: 'integer', default: 8, minimum: 1, maximum: 16, title: 'Columns of a tab'},
    'editor.wrap': {type: 'boolean', default: true},
}
const options = {'editor.tabWidth': 'tabstop', 'editor.wrap': 'wrap'}

var tuner: channel
# The epoch and the revision of the known values. After a reconnection, the daemon sends only the changes since then.
var known: dict<any> = {}

# Returns the result of a request. After an error, prints the error and returns an empty dictionary.
def Call(method: string, params: dict<any>): dict<any>
    const response = ch_evalexpr(tuner, {method: method, params: params}, {timeout: 5000})
    if type(response) != v:t_dict || empty(response)
        return {}
    elseif has_key(response, 'error')
        # The message is a sentence for people; error.data has its facts for programs.
        echomsg 'tuner: ' .. response.error.message
        return {}
    endif
    return response.result
enddef

def Apply(changes: list<dict<any>>)
    for change in changes
        if has_key(options, change.key) && has_key(change, 'value')
            execute '&' .. options[change.key] .. ' = ' .. json_encode(change.value)
        endif
    endfor
enddef

def OnNotification(_: channel, message: dict<any>)
    if get(message, 'method', '') == 'tunables.changed'
        known.revision = message.params.to
        Apply(message.params.changes)
    endif
enddef

def Connect(_: any)
    const job = job_start(['tunerctl', 'stdio'], {in_mode: 'lsp', out_mode: 'lsp', out_cb: OnNotification, exit_cb: OnExit})
    tuner = job_getchannel(job)
    # The history shows this client name for each change. Without a world, the plugin uses the shared values.
    const world = empty($TUNER_WORLD) ? {} : {world: $TUNER_WORLD}
    if empty(Call('session.hello', extend({client: 'vim'}, world)))
        return
    endif
    Call('tunables.declare', {specs: specs})
    const since = empty(known) ? {} : {since: known}
    const response = Call('tunables.subscribe', extend({match: 'editor.*'}, since))
    known = {epoch: response.epoch, revision: response.revision}
    Apply(get(response, 'changes', []))
    Apply(mapnew(items(get(response, 'values', {})), (_, item) => ({key: item[0], value: item[1]})))
enddef

# tunerctl exits when the daemon ends. The plugin starts tunerctl again until it finds a daemon.
def OnExit(_: job, code: number)
    timer_start(100, Connect)
enddef

# Sets a value. With `create: false`, a misspelled key is an error and not a new key.
def Tune(key: string, value: string)
    Call('tunables.set', {key: key, value: json_decode(value), create: false})
enddef

command -nargs=+ Tune Tune(<f-args>)
Connect(0)
