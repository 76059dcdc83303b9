import { withoutWatchFrames } from './watch-frames.ts';

/** "Apple, the computer maker": the name is enough. */
const apposition =
  /^(\p{Lu}[\p{L}\p{N}&.'-]*(?: \p{Lu}[\p{L}\p{N}&.'-]*){0,7}), (?:the|an?) [\p{Ll} -]+(?=[,.;]|$)/u;
/** A disaster that "strikes" is no strike. */
const disasterStrikes =
  /((?:earthquake|quake|hurricane|cyclone|typhoon|tornado|storm|flood|tsunami|disaster)s?) (?:strikes?|hits?|struck)(?!\p{L})/giu;
/** "Raise antitrust concerns" only says that something matters. News need not say that. */
const raisedConcerns =
  /(?<!\p{L})(?:raise|raises|raised|raising|cause|causes|caused|face|faces|faced|spark|sparks|prompt|prompts) (?<topic>(?:\p{L}+ ){0,3}?)(?:concerns?|worry|worries|fears?|questions?|doubts?|alarm)(?!\p{L})(?: (?:about|over))?/giu;
/** A verb that only introduces another one: "agree to cut", "plans to sell". */
const helpingVerb =
  /(?<!\p{L})(?:agree|plan|decide|intend|want|prepare|propose|offer|promise|pledge|move|vote|begin|start)(?:s|d|ed|n?ned|ning)? to (?=\p{Ll}+)/gu;

/** "What effect does the drought have on crops?" is about the drought and the crops. */
const askedEffect =
  /(?<!\p{L})what (?:\p{L}+ )?(?:effects?|impact|consequences|influence) (?=do|does|did|has|have|will|would|is|are)/giu;

/** "The situation of coal miners" and "the impact of the drought on crops" are news of them. */
const framedSubject =
  /(?<!\p{L})(?:(?:the|any|an?|latest|recent|current|possible|likely) )*(?:developments?|situation|status|outlook|prospects?|impacts?|effects?|consequences|implications|repercussions|fallout|aftermath|progress|details|background|fate|state) (?:of|in|on|for|from|around|concerning) (?=\p{L})/giu;

/** Removes words that only introduce the subject of a prompt. */
export function withoutFrames(text: string): string {
  return withoutWatchFrames(text)
    .replace(apposition, '$1')
    .replace(disasterStrikes, '$1')
    .replace(raisedConcerns, '$<topic>')
    .replace(helpingVerb, '')
    .replace(askedEffect, 'what ')
    .replace(framedSubject, '');
}
