vim9script
# The faults that the server finds: an unknown key, a default that the declaration does not allow, and others.

import autoload './documents.vim'

final found: dict<list<dict<any>>> = {}

prop_type_add('tuner-fault', {highlight: 'TunerFault'})
prop_type_add('tuner-note', {highlight: 'TunerNote'})

# Handles `textDocument/publishDiagnostics`.
export def Receive(params: dict<any>)
    const buffer = documents.Buffer(params.uri)
    if buffer < 0
        return
    endif
    found[buffer] = params.diagnostics
    prop_remove({types: ['tuner-fault', 'tuner-note'], bufnr: buffer, all: true})
    for fault in params.diagnostics
        const [start, end] = [fault.range.start, fault.range.end]
        prop_add(start.line + 1, start.character + 1, {
            bufnr: buffer,
            type: fault->get('severity', 1) <= 2 ? 'tuner-fault' : 'tuner-note',
            end_lnum: end.line + 1,
            end_col: end.character + 1,
        })
    endfor
    if exists('#User#TunerFaults')
        doautocmd <nomodeline> User TunerFaults
    endif
enddef

# Returns the faults of a line, or those of the whole buffer.
export def In(buffer: number, line = 0): list<dict<any>>
    return found->get(buffer, [])->copy()->filter((_, fault) => line == 0 || fault.range.start.line == line - 1)
enddef
