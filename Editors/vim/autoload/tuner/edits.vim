vim9script
# Edits that the server asks for.

import autoload './server.vim'

# Changes a buffer. The edits do not overlap.
export def Apply(buffer: number, edits: list<dict<any>>)
    for edit in edits->copy()->sort(Later)
        const [start, end] = [edit.range.start, edit.range.end]
        const last = end.line < getbufinfo(buffer)[0].linecount ? getbufline(buffer, end.line + 1)[0] : ''
        const before = getbufline(buffer, start.line + 1)->get(0, '')->strpart(0, start.character)
        const lines = split(before .. edit.newText .. strpart(last, end.character), "\n", true)
        const count = min([end.line, getbufinfo(buffer)[0].linecount - 1]) - start.line + 1
        setbufline(buffer, start.line + 1, lines[: count - 1])
        if len(lines) > count
            appendbufline(buffer, start.line + count, lines[count :])
        elseif len(lines) < count
            deletebufline(buffer, start.line + len(lines) + 1, start.line + count)
        endif
    endfor
enddef

def Later(a: dict<any>, b: dict<any>): number
    const [first, second] = [a.range.start, b.range.start]
    return first.line == second.line ? second.character - first.character : second.line - first.line
enddef

# Changes all files of an edit. The changed buffers are not written.
export def ApplyAll(edit: dict<any>)
    final changes: dict<list<dict<any>>> = edit->get('changes', {})->copy()
    for document in edit->get('documentChanges', [])
        changes[document.textDocument.uri] = document.edits
    endfor
    for [uri, edits] in items(changes)
        const buffer = bufadd(server.Path(uri))
        bufload(buffer)
        setbufvar(buffer, '&buflisted', true)
        Apply(buffer, edits)
    endfor
enddef

# Handles `workspace/applyEdit`.
export def Receive(params: dict<any>): dict<any>
    ApplyAll(params.edit)
    return {applied: true}
enddef
