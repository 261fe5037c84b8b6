vim9script
# Runs commands in a Vim with the plugin, and in a shell, and writes them with their output to $NOTES.

def Print(lines: list<string>)
    writefile(lines, $NOTES, 'a')
enddef

def Shell(line: string)
    Print(['$ ' .. line] + systemlist(line))
enddef

# Runs a command in Vim, and prints the command and the messages of the plugin.
def Vim(line: string)
    messages clear
    execute line
    Print([':' .. line] + filter(split(execute('messages'), "\n"), (_, text) => text =~ '^tuner'))
enddef

def Become(option: string, value: any)
    var rounds = 6000
    while eval('&' .. option) != value && rounds > 0
        sleep 10m
        rounds -= 1
    endwhile
    Print([':set ' .. option .. '?', trim(execute('set ' .. option .. '?'))])
enddef

Print(['# The plugin has declared its options, so tunerctl lists them.'])
Shell("tunerctl list 'editor.*'")
Shell('tunerctl describe editor.tabWidth | tail -n 5')

Print(['# Vim follows what is set there.'])
Shell('tunerctl set editor.tabWidth 4')
Become('tabstop', 4)

Print(['# Vim can also set a value, and prints why the daemon refuses one.'])
Vim('Tune editor.tabWidth 2')
Become('tabstop', 2)
Shell('tunerctl history 1')
Vim('Tune editor.tabWidth 99')
Vim('Tune editor.tabWidht 3')
Vim('Tune editor.wrap "no"')
Vim('Tune editor.wrap false')
Become('wrap', false)
Shell('tunerctl get editor.tabWidth editor.wrap')

Print(['# Another Vim, in its own world, has its own width.'])
Shell("tunerctl with editor.tabWidth=3 -- vim -es -u NONE -i NONE --not-a-term -S tuner.vim +'put =&tabstop' +'$p' +qall!")
Become('tabstop', 2)

Print(['# The daemon restarts. Vim receives the change that was made before Vim connected again.'])
Shell('tunerctl stop 2>/dev/null; tunerctl start 2>/dev/null; tunerctl set editor.tabWidth 6')
Become('tabstop', 6)
qall!
