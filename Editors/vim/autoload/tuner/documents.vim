vim9script
# The buffers that the server knows: those with a file. Changes are sent before Vim draws them.

import autoload './server.vim'
import autoload './hints.vim'
import autoload './faults.vim'
import autoload './edits.vim'

# For each buffer that the server knows: the version, the lines that the server has, and the id of the listener.
final opened: dict<dict<any>> = {}

# The server does not read larger files. A size below 0 is a file that is too large for a number.
const max_size = 4 * 1024 * 1024

export def Open(buffer: number)
    const size = getfsize(fnamemodify(bufname(buffer), ':p'))
    if getbufvar(buffer, '&buftype') != '' || bufname(buffer) == '' || has_key(opened, buffer)
        return
    elseif size > max_size || size < -1
        return
    endif
    opened[buffer] = {version: 0, lines: [], listener: listener_add(OnChange, buffer)}
    if getbufvar(buffer, '&omnifunc') == ''
        setbufvar(buffer, '&omnifunc', 'tuner#actions#Complete')
    endif
    server.Handle('workspace/inlayHint/refresh', RefreshHints)
    server.Handle('textDocument/publishDiagnostics', faults.Receive)
    server.Handle('workspace/applyEdit', edits.Receive)
    server.Handle('window/showMessage', ShowMessage)
    Send(buffer)
    server.Start(SendAll)
enddef

export def Close(buffer: number)
    if has_key(opened, buffer)
        listener_remove(opened[buffer].listener)
        remove(opened, buffer)
        hints.Forget(buffer)
        server.Notify('textDocument/didClose', {textDocument: {uri: URI(buffer)}})
    endif
enddef

export def URI(buffer: number): string
    return server.URI(fnamemodify(bufname(buffer), ':p'))
enddef

# Returns the buffer with a URI that the server knows; -1 if there is none. A pattern would match other names, too.
export def Buffer(uri: string): number
    for buffer in keys(opened)
        if URI(str2nr(buffer)) ==# uri
            return str2nr(buffer)
        endif
    endfor
    return -1
enddef

# Returns the parameters of a request about the cursor.
export def AtCursor(): dict<any>
    Flush()
    return {textDocument: {uri: URI(bufnr())}, position: {line: line('.') - 1, character: col('.') - 1}}
enddef

# Sends the changes that the server does not have yet.
export def Flush()
    listener_flush()
enddef

def SendAll()
    for buffer in keys(opened)
        Send(str2nr(buffer))
    endfor
enddef

def Send(buffer: number)
    const lines = getbufline(buffer, 1, '$')
    opened[buffer].lines = lines
    server.Notify('textDocument/didOpen', {textDocument: {
        uri: URI(buffer),
        languageId: getbufvar(buffer, '&filetype') ?? 'plaintext',
        version: opened[buffer].version,
        text: join(lines, "\n") .. "\n",
    }})
    hints.Request(buffer)
enddef

def ShowMessage(params: dict<any>)
    echomsg 'tuner: ' .. params.message
enddef

def RefreshHints(_: any): any
    for buffer in keys(opened)
        hints.Request(str2nr(buffer))
    endfor
    return null
enddef

# Sends the lines between the first and the last changed one. A listener has no exact lines after several changes.
def OnChange(buffer: number, first: number, _: number, _: number, _: list<dict<number>>)
    const old: list<string> = opened[buffer].lines
    const new = getbufline(buffer, 1, '$')
    const shorter = min([len(old), len(new)])
    var start = min([first - 1, shorter])
    while start < shorter && old[start] ==# new[start]
        start += 1
    endwhile
    var kept = 0
    while kept < shorter - start && old[-1 - kept] ==# new[-1 - kept]
        kept += 1
    endwhile
    if start == len(old) && start == len(new)
        return
    endif
    opened[buffer].lines = new
    opened[buffer].version += 1
    const changed = new[start : len(new) - kept - 1]
    server.Notify('textDocument/didChange', {
        textDocument: {uri: URI(buffer), version: opened[buffer].version},
        contentChanges: [{
            range: {start: {line: start, character: 0}, end: {line: len(old) - kept, character: 0}},
            text: empty(changed) ? '' : join(changed, "\n") .. "\n",
        }],
    })
    hints.RequestSoon(buffer)
enddef
