import { fold } from '../fold.ts';

/**
 * The words of a language that structure a query or a prompt. All are folded (see `fold`), so
 * compare them with folded words. A phrase is its words joined by single spaces.
 */
export interface LanguageWords {
  /** Articles, pronouns, prepositions, auxiliaries: ignored in queries. They show the language. */
  functionWords: ReadonlySet<string>;
  /** Verbs that begin a command, with attached pronouns: "notify", "avísame", "préviens-moi". */
  commandVerbs: ReadonlySet<string>;
  /** Objects of a command: "news", "articles". */
  newsWords: ReadonlySet<string>;
  /** Words and phrases that begin a condition: "when", "if", "as soon as". */
  conditions: ReadonlySet<string>;
  and: ReadonlySet<string>;
  or: ReadonlySet<string>;
}

/** The words of each list as text: separated by spaces, or by commas in a list of phrases. */
export interface WordLists {
  functionWords: string;
  commandVerbs: string;
  newsWords: string;
  conditions: string;
  and: string;
  or: string;
}

export function languageWords(lists: WordLists): LanguageWords {
  return {
    functionWords: words(lists.functionWords),
    commandVerbs: words(lists.commandVerbs),
    newsWords: words(lists.newsWords),
    conditions: phrases(lists.conditions),
    and: phrases(lists.and),
    or: phrases(lists.or),
  };
}

function words(list: string): ReadonlySet<string> {
  return new Set(fold(list).trim().split(/\s+/));
}

function phrases(list: string): ReadonlySet<string> {
  return new Set(
    fold(list)
      .split(',')
      .map((phrase) => phrase.trim().replace(/\s+/g, ' ')),
  );
}
