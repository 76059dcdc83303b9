import type { CompletionItem, CompletionPosition } from './completion-table.ts';
import { quote, quoteAll } from './quote.ts';

/** For zsh 5: in a folder of `fpath` under the name `_newswatch`, or read after `compinit`. */
export function zshScript(places: readonly CompletionPosition[]): string {
  const [everywhere, others] = [places.slice(0, 1), places.slice(1)];
  return `#compdef newswatch
# zsh completion for newswatch, made by: newswatch completion zsh

# What may come at a place ($1), and as the value of a flag there ($2; empty for an argument).
_newswatch_at() {
  flags=()
  valued=()
  files=()
  values=()
${everywhere.map(linesOf).join('\n')}
  case $1 in
${others.map(placeCase).join('\n')}
  esac
  names=(\${subcommands%%:*})
}

_newswatch() {
  local -a subcommands names flags valued files values
  local place='' expecting='' word
  local -i i
  _newswatch_at '' ''
  for ((i = 2; i < CURRENT; i++)); do
    word=\${(Q)words[i]}
    if [[ -n $expecting ]]; then
      expecting=''
    elif (( \${valued[(Ie)$word]} )); then
      expecting=$word
    elif (( \${names[(Ie)$word]} )); then
      place="\${place:+$place }$word"
      _newswatch_at "$place" ''
    fi
  done
  if [[ -z $expecting && $PREFIX == --*=* ]]; then
    expecting=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  if [[ -n $expecting ]]; then
    _newswatch_at "$place" "$expecting"
    if (( $#values )); then
      compadd -- $values
    elif (( \${files[(Ie)$expecting]} )); then
      _files
    fi
  elif [[ $PREFIX == -* ]]; then
    _describe -o flag flags
  else
    (( $#subcommands )) && _describe command subcommands
    (( $#values )) && compadd -- $values
  fi
}

if [[ $funcstack[1] == _newswatch ]]; then
  _newswatch "$@"
else
  compdef _newswatch newswatch
fi
`;
}

function placeCase(place: CompletionPosition): string {
  return `    ${quote(place.words)})\n${linesOf(place)}\n      ;;`;
}

function linesOf({ subcommands, flags, valued, files, values }: CompletionPosition): string {
  const byFlag = [['', values] as const, ...valued].filter(([, known]) => known.length > 0);
  return [
    `subcommands=(${described(subcommands)})`,
    ...(flags.length > 0 ? [`flags+=(${described(flags)})`] : []),
    ...(valued.length > 0 ? [`valued+=(${quoteAll(valued.map(([flag]) => flag))})`] : []),
    ...(files.length > 0 ? [`files+=(${quoteAll(files)})`] : []),
    ...byFlag.map(([flag, known]) => `[[ $2 == ${quote(flag)} ]] && values=(${quoteAll(known)})`),
  ]
    .map((line) => `      ${line}`)
    .join('\n');
}

/** As `_describe` takes them: a colon parts the word from its meaning. */
function described(candidates: readonly CompletionItem[]): string {
  return quoteAll(
    candidates.map(({ word, meaning }) => `${word}:${meaning.replaceAll('\n', ' ')}`),
  );
}
