vim9script
# The connection to `tunerctl lsp`. Vim starts it for the first buffer, and again if it ends.

var job: job
var isReady = false
# Whether `tunerctl lsp` has ended before it was ready. Then Vim does not start it again.
var hasFailed = false

# What handles the messages of the server, by method. A function returns the result of a request.
final handlers: dict<func> = {}
var AtStart: func()

const capabilities = {
    general: {positionEncodings: ['utf-8', 'utf-16']},
    workspace: {inlayHint: {refreshSupport: true}, applyEdit: true},
    textDocument: {
        hover: {contentFormat: ['plaintext']},
        codeAction: {codeActionLiteralSupport: {codeActionKind: {valueSet: ['quickfix', 'refactor', 'refactor.inline']}}},
        publishDiagnostics: {},
    },
}

export def Handle(method: string, Handler: func)
    handlers[method] = Handler
enddef

# Starts the server, unless it runs. Calls a function when the server is ready, now and after each new start.
export def Start(Function: func())
    AtStart = Function
    if !hasFailed && (job == null_job || job_status(job) != 'run')
        Run(0)
    endif
enddef

def Run(_: number)
    job = job_start(get(g:, 'tuner_command', ['tunerctl', 'lsp']), {
        in_mode: 'lsp',
        out_mode: 'lsp',
        err_io: 'null',
        out_cb: OnMessage,
        exit_cb: OnExit,
    })
    if job_status(job) == 'fail'
        hasFailed = true
        return
    endif
    const directory = getcwd()
    ch_sendexpr(job, {method: 'initialize', params: {
        processId: getpid(),
        rootUri: URI(directory),
        workspaceFolders: [{uri: URI(directory), name: fnamemodify(directory, ':t')}],
        capabilities: capabilities,
    }}, {callback: OnInitialized})
enddef

def OnInitialized(_: channel, response: dict<any>)
    # The plugin shows columns in bytes.
    if response->get('result', {})->get('capabilities', {})->get('positionEncoding', '') != 'utf-8'
        hasFailed = true
        echomsg 'tuner: this tunerctl does not serve Vim; install a newer one'
        return
    endif
    isReady = true
    Notify('initialized', {})
    AtStart()
enddef

def OnMessage(_: channel, message: dict<any>)
    const method = message->get('method', '')
    if !has_key(message, 'id')
        if has_key(handlers, method)
            handlers[method](message.params)
        endif
    elseif has_key(handlers, method)
        const result = handlers[method](message->get('params', {}))
        ch_sendexpr(job, {id: message.id, result: result})
    elseif method != ''
        ch_sendexpr(job, {id: message.id, error: {code: -32601, message: 'There is no method ' .. method}})
    endif
enddef

def OnExit(_: job, code: number)
    if !isReady
        hasFailed = true
        echomsg $'tuner: tunerctl lsp has ended with code {code}'
        return
    endif
    isReady = false
    timer_start(1000, Run)
enddef

export def Notify(method: string, params: dict<any>)
    if isReady
        ch_sendexpr(job, {method: method, params: params})
    endif
enddef

# Sends a request, and calls a function with its result.
export def Request(method: string, params: dict<any>, Then: func(any))
    if isReady
        ch_sendexpr(job, {method: method, params: params}, {callback: (_, response) => Then(Result(response))})
    endif
enddef

# Returns the result of a request; null if it fails or takes more than two seconds.
export def Await(method: string, params: dict<any>): any
    return isReady ? Result(ch_evalexpr(job, {method: method, params: params}, {timeout: 2000})) : null
enddef

# Returns the result of a response. Prints its error.
def Result(response: any): any
    if type(response) != v:t_dict || !has_key(response, 'error')
        return type(response) == v:t_dict ? response->get('result', null) : null
    endif
    echomsg 'tuner: ' .. response.error.message
    return null
enddef

# Returns the URI of a path.
export def URI(path: string): string
    var uri = 'file://'
    for index in range(strlen(path))
        const byte = strpart(path, index, 1)
        uri ..= byte =~ '[A-Za-z0-9/_.~-]' ? byte : printf('%%%02X', char2nr(byte))
    endfor
    return uri
enddef

# Returns the path of a URI.
export def Path(uri: string): string
    return uri[7 :]->escape('"\')->substitute('%\(\x\x\)', '\\x\1', 'g')->substitute('.*', '"\0"', '')->eval()
enddef
