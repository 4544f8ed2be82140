/** `skillhook completions`: a script for a shell, and what could come next, which the script asks for. */
import type { Host, Outcome } from "../host/host.ts";
import { type Entry, shownGroups } from "./help.ts";
import { operandRows, optionRows } from "./options.ts";
import { findVerb, type Given, isGroup } from "./table.ts";
import { type OperandRow, type OptionRow, success } from "./verb.ts";

/** The script; or, with words behind `--`, one line for each candidate: word, tab, what it means. */
export async function completionsVerb(options: Given<"completions">, host: Host): Promise<Outcome> {
  const shell = options.operand("SHELL");
  if (options.rest.length === 0) return success(SCRIPTS[shell]);
  // PowerShell drops empty arguments of programs: its script puts a mark before each.
  const words = shell === "powershell" ? options.rest.map((word) => word.slice(1)) : options.rest;
  return success((await complete(words, host)).join("\n"));
}

/** What could stand in place of the last word, which may be empty: `word\tmeaning` each, or what the shell knows best. */
export async function complete(words: readonly string[], host: Host): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1).filter((word, index) => index > 0 || word !== "help");
  const found = await candidates(before, typed, host);
  return typeof found === "string" ? [found] : found.filter(([word]) => word.startsWith(typed))
    .map(([word, says]) => says === "" ? word : `${word}\t${says}`);
}

type Candidates = readonly Entry[] | ":files" | ":directories";

async function candidates(before: string[], typed: string, host: Host): Promise<Candidates> {
  const [first] = before;
  if (first === undefined) {
    const all = (await shownGroups()).flatMap(({ word, summary, verbs }): readonly Entry[] =>
      word === undefined ? verbs : [[word, summary]]
    );
    return [...all, ["help", "Show help"], ["--help", "Show help"], ["--version", "Show version"]];
  }
  if (before.length === 1 && isGroup(first)) return (await shownGroups(first))[0]!.verbs;
  const verb = await findVerb(before);
  if (verb === undefined || verb.args.includes("--")) return [];
  const { oneOf = [] } = verb.row;
  const operands = operandRows(verb.row);
  const options = Object.entries(optionRows(verb.row));
  const takers = options.filter(([, { takes }]) => takes);
  const valued = new Map(takers.map(([name, row]) => [`--${name}`, row]));
  const owner = valued.get(verb.args.at(-1) ?? "");
  if (owner !== undefined) return valuesOf(owner);
  const [name = "", value] = typed.split("=", 2);
  const written = valued.get(name);
  if (value !== undefined && written !== undefined) {
    const values = valuesOf(written);
    return typeof values === "string" ? values : values.map(([word]) => [`${name}=${word}`, ""]);
  }
  const given = verb.args.filter((word, index) =>
    !word.startsWith("--") && !valued.has(verb.args[index - 1] ?? "")
  );
  const operand = operands[given.length] ?? operands.findLast(({ many }) => many);
  const values = operand === undefined ? [] : valuesOf(operand, await operand.suggest?.(host));
  if (!typed.startsWith("-") && values.length > 0) return values;
  const isGiven = (name: string) => verb.args.includes(`--${name}`);
  const open = options.filter(([name, { isList }]) =>
    isList || !(oneOf.includes(name) ? oneOf.some(isGiven) : isGiven(name))
  );
  const terms = open.map(([name, { says }]): Entry => [`--${name}`, says]);
  return [...terms, ["--help", "Show help on this verb"]];
}

function valuesOf(row: OptionRow | OperandRow, choices = row.choices): Candidates {
  if (choices !== undefined) return choices.map((choice) => [choice, ""]);
  const metavariable = "name" in row ? row.name : row.takes ?? "";
  if (/^(FILE|PATH)\b/.test(metavariable)) return ":files";
  return /^DIR\b/.test(metavariable) ? ":directories" : [];
}

/** How each shell asks for its candidates: the program on PATH, however it was typed, and never one of the current directory. */
const SCRIPTS = {
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
