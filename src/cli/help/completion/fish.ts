import type { CompletionItem, CompletionPosition } from './completion-table.ts';
import { quoteForFish as quote } from './quote.ts';

/** For fish 3 and later. */
export function fishScript(places: readonly CompletionPosition[]): string {
  return `# fish completion for newswatch, made by: newswatch completion fish

# Each of these prints, for a place, one candidate a line: a word, a tab, its meaning.
${table('subcommands', places, ({ subcommands }) => subcommands)}

${table('flags', places, ({ flags }) => flags)}

# The flags that take a value, and those of them that take a file.
${table('valued', places, ({ valued }) => valued.map(([word]) => ({ word, meaning: '' })))}

${table('files', places, ({ files }) => files.map((word) => ({ word, meaning: '' })))}

# The valid values of an argument or, with a flag after the place, of that flag.
${valuesTable(places)}

function __newswatch_complete
    set -l place ''
    set -l expecting ''
    set -l before ''
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$expecting"
            set expecting ''
        else if contains -- $word (__newswatch_valued ''; __newswatch_valued $place)
            set expecting $word
        else if contains -- $word (__newswatch_subcommands $place | string replace -r '\\t.*' '')
            set place (string trim -- "$place $word")
        end
    end
    set -l current (commandline -ct)
    if test -z "$expecting"; and string match -q -- '--*=*' $current
        set expecting (string replace -r '=.*' '' -- $current)
        set before "$expecting="
    end
    if test -n "$expecting"
        for value in (__newswatch_values $place $expecting)
            printf '%s%s\\n' $before $value
        end
        if contains -- $expecting (__newswatch_files ''; __newswatch_files $place)
            __fish_complete_path (string replace -- $before '' $current)
        end
    else if string match -q -- '-*' $current
        __newswatch_flags ''
        test -n "$place"; and __newswatch_flags $place
    else
        __newswatch_subcommands $place
        __newswatch_values $place ''
    end
end

complete -c newswatch -f -a '(__newswatch_complete)'
`;
}

function table(
  name: string,
  places: readonly CompletionPosition[],
  candidatesOf: (place: CompletionPosition) => readonly CompletionItem[],
): string {
  const cases = places.flatMap((place) => {
    const candidates = candidatesOf(place);
    if (candidates.length === 0) return [];
    return [`        case ${quote(place.words)}`, `            ${printed(candidates)}`];
  });
  return functionOf(name, cases);
}

function valuesTable(places: readonly CompletionPosition[]): string {
  const cases = places.flatMap(({ words, values, valued }) =>
    [['', values] as const, ...valued].flatMap(([flag, known]) => {
      if (known.length === 0) return [];
      const lines = known.map((word) => ({ word, meaning: '' }));
      return [`        case ${quote(`${words}/${flag}`)}`, `            ${printed(lines)}`];
    }),
  );
  return functionOf('values', cases, '"$argv[1]/$argv[2]"');
}

function functionOf(name: string, cases: readonly string[], key = '"$argv[1]"'): string {
  return [`function __newswatch_${name}`, `    switch ${key}`, ...cases, '    end', 'end'].join(
    '\n',
  );
}

function printed(candidates: readonly CompletionItem[]): string {
  const words = candidates.flatMap(({ word, meaning }) =>
    meaning === '' ? [quote(word)] : [quote(`${word}\t${meaning.replaceAll('\n', ' ')}`)],
  );
  return `printf '%s\\n' ${words.join(' ')}`;
}
