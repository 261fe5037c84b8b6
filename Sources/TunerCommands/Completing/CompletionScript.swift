/// A script that makes a shell complete tunerctl's command lines.
///
/// The script calls `tunerctl completions of`, which knows the commands and requests keys from the daemon.
enum CompletionScript: String, CaseIterable {
    case bash
    case zsh
    case fish

    var text: String {
        switch self {
        case .bash: CompletionScript.forBash
        case .zsh: CompletionScript.forZsh
        case .fish: CompletionScript.forFish
        }
    }

    /// Bash also splits words at `=` and `:`, and completes only the part after the last of them.
    private static let forBash = #"""
        # Completes tunerctl's lines in bash: source <(tunerctl completions bash)
        _tunerctl() {
            local -a line=()
            local word glue=
            for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
                if [[ ${#line[@]} -gt 0 && ( $word == [=:] || -n $glue ) ]]; then
                    line[-1]+=$word
                else
                    line+=("$word")
                fi
                [[ $word == [=:] ]] && glue=1 || glue=
            done
            local last=${line[-1]} candidate
            local before=
            [[ $last == *[=:]* ]] && before=${last%"${last##*[=:]}"}
            COMPREPLY=()
            while IFS= read -r candidate; do
                if [[ $candidate == :files ]]; then
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$last")
                else
                    [[ $candidate == *= ]] && compopt -o nospace 2>/dev/null
                    candidate=${candidate#"$before"}
                    COMPREPLY+=("$(printf '%q' "$candidate")")
                fi
            done < <("${COMP_WORDS[0]}" completions of -- "${line[@]}" 2>/dev/null)
        }
        complete -F _tunerctl tunerctl

        """#

    private static let forZsh = #"""
        #compdef tunerctl
        # Completes tunerctl's lines in zsh: source <(tunerctl completions zsh)
        _tunerctl() {
            local -a found plain open
            local candidate
            found=("${(@f)$("${words[1]}" completions of -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
            for candidate in "${found[@]}"; do
                case $candidate in
                '') ;;
                :files) _files ;;
                *=) open+=("$candidate") ;;
                *) plain+=("$candidate") ;;
                esac
            done
            (( $#plain )) && compadd -- "${plain[@]}"
            (( $#open )) && compadd -S '' -- "${open[@]}"
        }
        if [ "${funcstack[1]}" = _tunerctl ]; then _tunerctl "$@"; else compdef _tunerctl tunerctl; fi

        """#

    private static let forFish = #"""
        # Completes tunerctl's lines in fish: tunerctl completions fish | source
        function __tunerctl_complete
            set -l line (commandline -opc)
            for candidate in ($line[1] completions of -- $line[2..] (commandline -ct) 2>/dev/null)
                if test "$candidate" = :files
                    __fish_complete_path (commandline -ct)
                else
                    printf '%s\n' $candidate
                end
            end
        end
        complete -c tunerctl -f -a '(__tunerctl_complete)'

        """#
}
