vim9script
# What a user asks for: a description, a completion, an action, another value.

import autoload './server.vim'
import autoload './documents.vim'
import autoload './edits.vim'
import autoload './faults.vim'

# Shows the faults of the line, and what is known of the key at the cursor.
export def Hover()
    final lines = faults.In(bufnr(), line('.'))->mapnew((_, fault) => fault.message)
    const result = server.Await('textDocument/hover', documents.AtCursor())
    if type(result) == v:t_dict
        const contents = result.contents
        extend(lines, split(type(contents) == v:t_dict ? contents.value : contents, "\n"))
    endif
    if !empty(lines)
        popup_atcursor(lines, {border: [], padding: [0, 1, 0, 1], moved: 'any'})
    endif
enddef

# Completes keys and values: the omni function of buffers without another one.
export def Complete(findstart: number, base: string): any
    if findstart == 1
        return match(getline('.')->strpart(0, col('.') - 1), '[^"''`[:space:]]*$')
    endif
    var params = documents.AtCursor()
    const result = server.Await('textDocument/completion', params) ?? []
    const items: list<dict<any>> = type(result) == v:t_dict ? result.items : result
    return items->mapnew((_, item) => ({word: item->get('insertText', item.label), menu: item->get('detail', '')}))
        ->filter((_, item) => stridx(item.word, base) == 0)
enddef

# Shows the actions of the line in a menu.
export def Choose()
    documents.Flush()
    const line = line('.') - 1
    const actions: list<dict<any>> = server.Await('textDocument/codeAction', {
        textDocument: {uri: documents.URI(bufnr())},
        range: {start: {line: line, character: 0}, end: {line: line, character: col('$') - 1}},
        context: {diagnostics: faults.In(bufnr(), line + 1)},
    }) ?? []
    if empty(actions)
        echo 'tuner: no action for this line'
        return
    endif
    popup_menu(actions->mapnew((_, action) => action.title), {callback: (_, choice) => {
        if choice > 0
            Run(actions[choice - 1])
        endif
    }})
enddef

def Run(action: dict<any>)
    if has_key(action, 'edit')
        edits.ApplyAll(action.edit)
    endif
    # A command alone is an action, too.
    const command = type(action->get('command', '')) == v:t_dict ? action.command : action
    if type(command->get('command', 0)) == v:t_string
        Execute(command.command, command->get('arguments', []))
    endif
enddef

def Execute(command: string, arguments: list<any>)
    server.Request('workspace/executeCommand', {command: command, arguments: arguments}, (_) => {
    })
enddef

# Sets the live value of a key. A value that is not JSON is a string.
export def Set(key: string, ...words: list<string>)
    const text = join(words)
    var value: any = text
    try
        value = json_decode(text)
    catch
    endtry
    Execute('tuner.set', [key, value])
enddef

export def Reset(key: string)
    Execute('tuner.reset', [key])
enddef

# Renames the key at the cursor in the source code and in the daemon.
export def Rename(name: string)
    const result = server.Await('textDocument/rename', extend(documents.AtCursor(), {newName: name}))
    if type(result) == v:t_dict
        edits.ApplyAll(result)
    endif
enddef

# Puts the faults of the buffer into the location list.
export def ListFaults()
    setloclist(0, faults.In(bufnr())->mapnew((_, fault) => ({
        bufnr: bufnr(),
        lnum: fault.range.start.line + 1,
        col: fault.range.start.character + 1,
        type: fault->get('severity', 1) == 1 ? 'E' : 'W',
        text: fault.message,
    })))
    lopen
enddef
