import {
  isVague,
  type QueryUnit,
  queryUnits,
  requiredPhrase,
  type Separator,
} from './query-units.ts';

/** Alternatives, of which a story needs one; of each, every part. */
export interface Requirement {
  alternatives: QueryUnit[][];
}

/** Demands that a story meets together. */
export type QueryClause = Requirement[];

interface Chunk {
  parts: QueryUnit[];
  /** How it is joined to the chunk before it. */
  joint: Separator;
}

/**
 * What a monitor's prompt asks for, as clauses of which a story meets one: "when a bank fails or if
 * savers lose money" has two. Empty where the prompt has no words.
 *
 * @param phrases what the prompt has in quotes, in terms; every clause demands it
 */
export function parsePrompt(prompt: string, phrases: readonly string[][]): QueryClause[] {
  const unquoted = prompt
    .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replace(/"([^"]*)"/g, (whole, inside: string) =>
      /[\p{L}\p{N}]/u.test(inside) ? ' , ' : whole,
    );
  const required = phrases.map((phrase) => ({ alternatives: [[requiredPhrase(phrase)]] }));
  const chunks = chunksOf(withoutVague(queryUnits(unquoted)));
  const clauses = clausesOf(chunks).map((clause) => [...required, ...demandsOf(clause)]);
  return clauses.length > 0 ? clauses : [required].filter((clause) => clause.length > 0);
}

/** Vague words count only where a prompt has no others. */
function withoutVague(units: (QueryUnit | Separator)[]): (QueryUnit | Separator)[] {
  const telling = units.filter((unit) => typeof unit === 'string' || !isVague(unit));
  return telling.some((unit) => typeof unit !== 'string') ? telling : units;
}

function chunksOf(units: readonly (QueryUnit | Separator)[]): Chunk[] {
  const chunks: Chunk[] = [];
  let joint: Separator = 'break';
  let open: Chunk | undefined;
  for (const unit of units) {
    if (typeof unit !== 'string') {
      if (open) open.parts.push(unit);
      else {
        open = { parts: [unit], joint };
        chunks.push(open);
      }
      continue;
    }
    joint = open ? (unit === 'clause' ? 'break' : unit) : tighter(joint, unit);
    open = undefined;
  }
  return listed(chunks);
}

/** Of "or", a comma and other words between two chunks, what joins them. */
function tighter(before: Separator, next: Separator): Separator {
  if (next === 'clause') return before === 'or' || before === 'clause' ? 'clause' : before;
  if (before === 'clause') return 'clause';
  return next === 'or' || before === 'or' ? 'or' : before === 'comma' ? 'comma' : next;
}

/** Commas join alternatives where an "or" ends the list, or where there are two of them. */
function listed(chunks: readonly Chunk[]): Chunk[] {
  return chunks.map((chunk, at) => {
    if (chunk.joint !== 'comma') return chunk;
    let end = at;
    while (chunks[end]?.joint === 'comma') end += 1;
    let start = at;
    while (chunks[start - 1]?.joint === 'comma') start -= 1;
    const isList = chunks[end]?.joint === 'or' || end - start > 1;
    return { ...chunk, joint: isList ? 'or' : 'break' };
  });
}

function clausesOf(chunks: readonly Chunk[]): Chunk[][] {
  const clauses: Chunk[][] = [];
  for (const chunk of chunks) {
    const last = clauses.at(-1);
    if (last && chunk.joint !== 'clause') last.push(chunk);
    else clauses.push([chunk]);
  }
  return clauses;
}

function demandsOf(chunks: readonly Chunk[]): Requirement[] {
  const demands: Requirement[] = [];
  for (let at = 0; at < chunks.length; ) {
    let end = at + 1;
    while (chunks[end]?.joint === 'or') end += 1;
    demands.push(...choice(chunks.slice(at, end).map(({ parts }) => parts)));
    at = end;
  }
  return demands;
}

/**
 * "Oil prices or production" is about oil in both cases, "copper or lithium prices" about prices:
 * what one side has more than the other, all alternatives share.
 */
function choice(sides: readonly QueryUnit[][]): Requirement[] {
  const [first = []] = sides;
  if (sides.length === 1) return first.map((part) => ({ alternatives: [[part]] }));
  const last = sides.at(-1) ?? [];
  const named = first.at(-1)?.kind === 'name' || last[0]?.kind === 'name';
  const shortest = Math.min(...sides.map((side) => side.length));
  const tail = named ? (first.at(-1)?.kind === 'name' ? 1 : first.length) : shortest;
  const head = named ? (last[0]?.kind === 'name' ? 1 : last.length) : shortest;
  if (alike(first.slice(first.length - tail), last.slice(0, head)))
    return [{ alternatives: [...sides] }];
  const shared = [...first.slice(0, first.length - tail), ...last.slice(head)];
  return [
    {
      alternatives: [first.slice(first.length - tail), ...sides.slice(1, -1), last.slice(0, head)],
    },
    ...shared.map((part) => ({ alternatives: [[part]] })),
  ];
}

/** "Vaccines or vaccination campaigns": nothing is left to choose between. */
function alike(one: readonly QueryUnit[], other: readonly QueryUnit[]): boolean {
  const written = (parts: readonly QueryUnit[]) =>
    parts.map(({ phrase }) => phrase.join(' ')).join(' ');
  return written(one) === written(other);
}
