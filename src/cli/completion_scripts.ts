/**
 * How each shell asks `skillhook completions SHELL -- WORDS…`: the answers come from the verbs' records. The program
 * asked is the one on PATH, however it was typed: the tab key must not start a program of the current directory.
 */

/** Scripts by shell. */
export const SCRIPTS = {
  // Written for bash 3.2, which macOS has: it lacks compopt. Bash takes --option=value for three words.
  bash: `_skillhook() {
  local IFS=$'\\n' word line typed=\${COMP_WORDS[COMP_CWORD]} words=()
  [[ $typed == = ]] && typed=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == = ]] || words+=("$word")
  done
  COMPREPLY=()
  for line in $(skillhook completions bash -- "\${words[@]}" "$typed" 2>/dev/null); do
    case $line in
      :files) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$typed")) ;;
      :directories) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$typed")) ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done
}
complete -F _skillhook skillhook
`,
  zsh: `#compdef skillhook
_skillhook() {
  local line done=1
  local -a found
  for line in "\${(@f)$(skillhook completions zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files && done=0 ;;
      :directories) _files -/ && done=0 ;;
      *$'\\t'*) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) found+=("\${line//:/\\\\:}") ;;
    esac
  done
  (( $#found )) && _describe skillhook found && done=0
  return done
}
if [[ $funcstack[1] == _skillhook ]]; then _skillhook "$@"; else compdef _skillhook skillhook; fi
`,
  fish: `function __skillhook_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  for line in (skillhook completions fish -- $words[2..-1] "$typed" 2>/dev/null)
    switch $line
      case :files
        __fish_complete_path "$typed"
      case :directories
        __fish_complete_directories "$typed"
      case '*'
        echo $line
    end
  end
end
complete -c skillhook -f -a '(__skillhook_complete)'
`,
  // The = before each word is taken off again: without it PowerShell would drop an empty one.
  powershell: `Register-ArgumentCompleter -Native -CommandName skillhook -ScriptBlock {
  param($typed, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "=$_" })
  skillhook completions powershell -- @words "=$typed" 2>$null | ForEach-Object {
    if ($_ -in ':files', ':directories') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed)
    } else {
      $word, $says = $_ -split "\`t", 2
      if (-not $says) { $says = $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $says)
    }
  }
}
`,
} as const;
