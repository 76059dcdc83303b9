/** What says how a prompt wants its news, which news itself does not say. */
const frames: readonly RegExp[] = [
  // "I am writing a long piece about", "I work for a bank and would like to hear about every".
  /(?<=^|[.;!?]\s|,\s(?:and|so)\s)(?:I['’]?m|I am|we['’]?re|we are) (?:currently )?(?:writing|working on|preparing|researching|doing|covering|following|tracking|looking for|interested in) (?:(?:an?|the|some|my|our) )?(?:(?:\p{Ll}+ ){0,3}?(?:piece|article|story|book|report|thesis|paper|research|feature|series|study|news|updates?|information) )?(?:about|on|of|into|for)?/giu,
  /(?<!\p{L})(?:(?:and |so )?(?:I|we)(?:['’]d|['’]ll| would| will)?|and would) (?:like|love|want|need|wish) to (?:hear|know|learn|read|see|be (?:told|informed|notified|alerted|updated))(?: (?:about|of|if|when|whenever))?/giu,
  /(?<!\p{L})(?:please )?(?:keep|get) (?:me|us) (?:posted|updated|informed|up to date)(?: (?:about|on|of|with))?/giu,
  // Frequency, kind of delivery and language.
  /(?<!\p{L})(?:an? )?(?:daily|weekly|hourly|monthly|morning|evening|short|brief|quick) (?:summary|summaries|digest|briefing|overview|report|update|updates|email|alert|alerts|news|newsletter) (?:of|on|about|for|with)(?!\p{L})/giu,
  /(?<!\p{L})(?:at least |at most |no more than )?(?:once|twice|every|each) (?:an? )?(?:hour|day|week|month|morning|evening|night|weekday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?= *(?:$|[,.;!?]|and |or |please))/giu,
  /(?<!\p{L})(?:at least |at most )(?:hourly|daily|weekly|monthly)(?!\p{L})|(?:hourly|daily|weekly|monthly)(?= *(?:$|[.;!?]))/giu,
  /(?<!\p{L})(?:by|via|per) (?:e-?mail|webhook|push|sms|text message)(?= *(?:$|[,.;!?]))/giu,
  /(?<!\p{L})(?:only )?(?:(?:written )?in (?:the )?(?:English|German|French|Spanish|Portuguese|Italian|Dutch|Russian|Turkish|Arabic)(?: language)?(?: only)?|(?:English|German|French|Spanish|Portuguese|Italian|Dutch|Russian|Turkish|Arabic)[- ]language only)(?= *(?:$|[,.;!?]))/giu,
];

/** "About A, about B and about C" are alternatives. */
const anotherAbout = /(?:,\s(?:and\s|or\s)?|\sand\s)about\s/giu;

function withAlternatives(text: string): string {
  const first = text.search(/(?<!\p{L})about\s/iu);
  const rest = text.slice(first + 1);
  return first < 0 ? text : text.slice(0, first + 1) + rest.replace(anotherAbout, ' or about ');
}

/** Removes from a prompt what it says about the watch itself. */
export function withoutWatchFrames(text: string): string {
  return frames.reduce((result, frame) => result.replace(frame, ' '), withAlternatives(text));
}
