vim9script
# Shows live values of tunables and flags in source code. Needs tunerctl, and Vim 9.0.1378 or newer with +channel.

if exists('g:loaded_tuner') || !has('channel') || !has('patch-9.0.1378')
    finish
endif
g:loaded_tuner = 1

highlight default link TunerHint NonText
highlight default link TunerFault SpellBad
highlight default link TunerNote SpellCap

# An autocommand does not run in the context of this script, so it names its function in full.
augroup tuner
    autocmd!
    autocmd BufReadPost,BufNewFile,BufFilePost * call tuner#documents#Open(str2nr(expand('<abuf>')))
    autocmd BufUnload,BufFilePre * call tuner#documents#Close(str2nr(expand('<abuf>')))
augroup END

# Writes the live values of the lines into the source code.
command -range -bar TunerBake call tuner#hints#Bake(<line1>, <line2>)
command -bar TunerHover call tuner#actions#Hover()
command -bar TunerActions call tuner#actions#Choose()
command -bar TunerFaults call tuner#actions#ListFaults()
command -bar -nargs=+ TunerSet call tuner#actions#Set(<f-args>)
command -bar -nargs=1 TunerReset call tuner#actions#Reset(<f-args>)
command -bar -nargs=1 TunerRename call tuner#actions#Rename(<f-args>)
