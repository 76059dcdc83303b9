import type { CompletionPosition } from './completion-table.ts';
import { quote, quoteAll } from './quote.ts';

/** For bash from 3.2 on, which macOS still has: neither associative arrays nor `compopt`. */
export function bashScript(places: readonly CompletionPosition[]): string {
  const [everywhere, others] = [places.slice(0, 1), places.slice(1)];
  return `# bash completion for newswatch, made by: newswatch completion bash

# What may come at a place ($1), and as the value of a flag there ($2; empty for an argument).
_newswatch_at() {
  flags=()
  valued=()
  values=()
${everywhere.map(linesOf).join('\n')}
  case $1 in
${others.map(placeCase).join('\n')}
  esac
}

_newswatch_among() {
  local wanted=$1 each
  shift
  for each in "$@"; do [[ $each == "$wanted" ]] && return 0; done
  return 1
}

_newswatch() {
  local -a subcommands flags valued values candidates
  local place='' expecting='' current=\${COMP_WORDS[COMP_CWORD]} word i quoted
  COMPREPLY=()
  _newswatch_at ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $expecting ]]; then
      # bash takes --flag=value for three words.
      [[ $word == '=' ]] || expecting=''
    elif _newswatch_among "$word" "\${valued[@]}"; then
      expecting=$word
    elif _newswatch_among "$word" \${subcommands[@]+"\${subcommands[@]}"}; then
      place="\${place:+$place }$word"
      _newswatch_at "$place" ''
    fi
  done
  [[ $current == '=' ]] && current=''
  if [[ -n $expecting ]]; then
    _newswatch_at "$place" "$expecting"
    candidates=(\${values[@]+"\${values[@]}"})
  elif [[ $current == -* ]]; then
    candidates=("\${flags[@]}")
  else
    candidates=(\${subcommands[@]+"\${subcommands[@]}"} \${values[@]+"\${values[@]}"})
  fi
  for word in \${candidates[@]+"\${candidates[@]}"}; do
    [[ $word == "$current"* ]] || continue
    printf -v quoted %q "$word"
    COMPREPLY+=("$quoted")
  done
}

# Where nothing is known, bash completes files.
complete -o bashdefault -o default -F _newswatch newswatch
`;
}

function placeCase(place: CompletionPosition): string {
  return `    ${quote(place.words)})\n${linesOf(place)}\n      ;;`;
}

function linesOf({ subcommands, flags, valued, values }: CompletionPosition): string {
  const byFlag = [['', values] as const, ...valued].filter(([, known]) => known.length > 0);
  return [
    `subcommands=(${wordsIn(subcommands)})`,
    ...(flags.length > 0 ? [`flags+=(${wordsIn(flags)})`] : []),
    ...(valued.length > 0 ? [`valued+=(${quoteAll(valued.map(([flag]) => flag))})`] : []),
    ...byFlag.map(([flag, known]) => `[[ $2 == ${quote(flag)} ]] && values=(${quoteAll(known)})`),
  ]
    .map((line) => `      ${line}`)
    .join('\n');
}

function wordsIn(candidates: CompletionPosition['flags']): string {
  return quoteAll(candidates.map(({ word }) => word));
}
