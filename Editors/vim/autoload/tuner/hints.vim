vim9script
# The live values in the text of the buffers.

import autoload './server.vim'
import autoload './documents.vim'
import autoload './edits.vim'

# The shown hints of each buffer.
final shown: dict<list<dict<any>>> = {}
final timers: dict<number> = {}

prop_type_add('tuner-hint', {highlight: 'TunerHint'})

export def Request(buffer: number)
    const whole = {start: {line: 0, character: 0}, end: {line: getbufinfo(buffer)[0].linecount, character: 0}}
    const params = {textDocument: {uri: documents.URI(buffer)}, range: whole}
    const tick = getbufvar(buffer, 'changedtick')
    server.Request('textDocument/inlayHint', params, (result) => {
        # A later request brings the hints of a text that has changed.
        if getbufvar(buffer, 'changedtick') == tick
            Show(buffer, result ?? [])
        endif
    })
enddef

# Requests the hints when nobody has typed for a moment.
export def RequestSoon(buffer: number)
    timer_stop(timers->get(buffer, 0))
    timers[buffer] = timer_start(100, (_) => Request(buffer))
enddef

export def Forget(buffer: number)
    timer_stop(timers->get(buffer, 0))
    if has_key(shown, buffer)
        remove(shown, buffer)
    endif
enddef

def Show(buffer: number, result: list<dict<any>>)
    prop_remove({type: 'tuner-hint', bufnr: buffer, all: true})
    shown[buffer] = result
    for hint in result
        const label = type(hint.label) == v:t_string ? hint.label : hint.label->mapnew((_, part) => part.value)->join('')
        prop_add(hint.position.line + 1, hint.position.character + 1, {
            bufnr: buffer,
            type: 'tuner-hint',
            text: (hint->get('paddingLeft', false) ? ' ' : '') .. label,
        })
    endfor
enddef

# Writes the values of the hints between two lines into the text.
export def Bake(first: number, last: number)
    documents.Flush()
    final changes: list<dict<any>> = []
    # The present text can differ from that of the shown hints.
    for hint in server.Await('textDocument/inlayHint', {
        textDocument: {uri: documents.URI(bufnr())},
        range: {start: {line: first - 1, character: 0}, end: {line: last, character: 0}},
    }) ?? []
        if hint.position.line < last
            extend(changes, hint->get('textEdits', []))
        endif
    endfor
    edits.Apply(bufnr(), changes)
    echo $'tuner: {len(changes)} {len(changes) == 1 ? "value" : "values"} written'
enddef
