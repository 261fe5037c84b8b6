vim9script
# Options of Vim as tunables: each follows its key, in every Vim at once, and :Tune KEY VALUE stores a value for all of them.
# It starts `tunerctl stdio`, which joins it to the daemon's socket, and speaks to it as to a language server.

# What the keys may be, in the words of JSON Schema, and the options that follow them.
const specs = {
    'editor.tabWidth': {type: 'integer', default: 8, minimum: 1, maximum: 16, title: 'Columns of a tab'},
    'editor.wrap': {type: 'boolean', default: true},
}
const options = {'editor.tabWidth': 'tabstop', 'editor.wrap': 'wrap'}

var tuner: channel
# The state and the commit through which values are known: behind a pause, only what has changed since is told.
var known: dict<any> = {}

# What comes back; nothing where that is no answer, which is said.
def Ask(method: string, params: dict<any>): dict<any>
    const answer = ch_evalexpr(tuner, {method: method, params: params}, {timeout: 5000})
    if type(answer) != v:t_dict || empty(answer)
        return {}
    elseif has_key(answer, 'error')
        # The sentence is for people; error.data says the same for programs.
        echomsg 'tuner: ' .. answer.error.message
        return {}
    endif
    return answer.result
enddef

def Follow(changes: list<dict<any>>)
    for change in changes
        if has_key(options, change.key) && has_key(change, 'value')
            execute '&' .. options[change.key] .. ' = ' .. json_encode(change.value)
        endif
    endfor
enddef

# What comes without being asked for.
def Told(_: channel, message: dict<any>)
    if get(message, 'method', '') == 'tunables.changed'
        known.revision = message.params.to
        Follow(message.params.changes)
    endif
enddef

def Connect(_: any)
    const job = job_start(['tunerctl', 'stdio'], {in_mode: 'lsp', out_mode: 'lsp', out_cb: Told, exit_cb: Ended})
    tuner = job_getchannel(job)
    # By this name history tells who has changed something; who says no world is in none.
    const world = empty($TUNER_WORLD) ? {} : {world: $TUNER_WORLD}
    if empty(Ask('session.hello', extend({client: 'vim'}, world)))
        return
    endif
    Ask('tunables.declare', {specs: specs})
    const since = empty(known) ? {} : {since: known}
    const answer = Ask('tunables.subscribe', extend({match: 'editor.*'}, since))
    known = {epoch: answer.epoch, revision: answer.revision}
    Follow(get(answer, 'changes', []))
    Follow(mapnew(items(get(answer, 'values', {})), (_, item) => ({key: item[0], value: item[1]})))
enddef

# It ends with the daemon, and is started until there is one again.
def Ended(_: job, code: number)
    timer_start(100, Connect)
enddef

# A slip is no new key.
def Tune(key: string, value: string)
    Ask('tunables.set', {key: key, value: json_decode(value), create: false})
enddef

command -nargs=+ Tune Tune(<f-args>)
Connect(0)
