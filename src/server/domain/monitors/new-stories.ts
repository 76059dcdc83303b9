import { hash } from 'node:crypto';
import { LruCache } from '../../../node/lru-cache.ts';
import { runInSlices } from '../../../node/steps.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import type { AlertedMark, RunResultRecord } from '../../store/store.ts';
import { withHistory } from '../../stories/alerted-story.ts';
import { decodeFingerprint, encodeFingerprint } from '../../stories/encoded-fingerprint.ts';
import { type Fingerprint, fingerprintOf } from '../../stories/fingerprint.ts';
import { latestVersion, StoryGroups } from '../../stories/group-stories.ts';
import { hasSameText, saysSomethingNew } from '../../stories/same-story.ts';
import { StoryIndex } from '../../stories/story-index.ts';
import type { FoundResult } from './monitor-results.ts';

/** Maximum number of links of a result, and of versions of a story whose fingerprints are stored. */
const maxVersions = 20;
/** Maximum number of repeats of a story in a run whose fingerprints are stored. */
const maxRepeatStories = 20;

/**
 * The fingerprints of recent texts. A text needs one for each monitor that finds it, and for each run
 * that it waits for.
 */
const fingerprints = new LruCache<string, Fingerprint>({ maxSize: 5_000 });

/** The versions of a story as one result. */
export interface FoundStory extends FoundResult {
  /** The results that were merged. */
  versions: FoundResult[];
  /** The marks to store when it is alerted. */
  marks: AlertedMark[];
}

export interface NewStories {
  /** In the order of their best versions. */
  stories: FoundStory[];
  /** Versions of alerted stories that say nothing new. */
  repeats: FoundResult[];
  /** The fingerprints of repeats, so that a later change of them is recognized. */
  repeatStories: ReadonlyMap<string, string>;
  /** The keys of the alerted results whose stories were found again. */
  known: string[];
}

/** The alerted results of a monitor. */
export interface AlertedStories {
  /** The fingerprints of the results, by their keys. */
  stories: ReadonlyMap<string, string>;
  /** The keys of found results that count as alerted. */
  keys: ReadonlySet<string>;
}

interface Version {
  found: FoundResult;
  title: string;
  story: Fingerprint;
  time: number;
  /** The position among the found results. */
  rank: number;
}

/**
 * Merges the versions of each story into one result. Drops stories that were alerted before, unless a
 * version says something new. The text is that of the latest version that says something new, because
 * it has the current numbers.
 *
 * @param found best first
 */
export async function newStories(
  found: readonly FoundResult[],
  alerted: AlertedStories,
  { now, work }: { now: number; work: WorkSlices },
): Promise<NewStories> {
  const groups = new StoryGroups<Version>();
  for (const version of await versionsOf(found, now, work)) {
    await work.next();
    groups.add(version);
  }
  const index = found.length > 0 ? await indexOf(alerted, work) : new StoryIndex<string>();
  const stories: (FoundStory & { rank: number })[] = [];
  const repeats: FoundResult[] = [];
  const repeatStories = new Map<string, string>();
  const known = new Set<string>();
  for (const group of groups.stories) {
    const earlier = await alertedVersions(group, alerted, { index, work });
    for (const key of earlier.keys()) known.add(key);
    const before = [...earlier.values()];
    const [first, ...others] = await newVersions(group, before, { alerted, work });
    if (first) {
      const shown = await runInSlices(latestVersion([first, ...others]), work);
      stories.push(toStory(group, shown, { alerted, before }));
    } else {
      repeats.push(...group.map((version) => version.found));
      for (const { found: repeat, story } of group.slice(0, maxRepeatStories)) {
        repeatStories.set(repeat.result.key, encodeFingerprint(story));
      }
    }
  }
  return {
    stories: stories.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...story }) => story),
    repeats,
    repeatStories,
    known: [...known],
  };
}

async function indexOf({ stories }: AlertedStories, work: WorkSlices): Promise<StoryIndex<string>> {
  const index = new StoryIndex<string>();
  for (const [key, encoded] of stories) {
    await work.next();
    const story = decodeFingerprint(encoded);
    if (story) index.add(story, key);
  }
  return index;
}

/** Earliest first. */
async function versionsOf(
  found: readonly FoundResult[],
  now: number,
  work: WorkSlices,
): Promise<Version[]> {
  const versions: Version[] = [];
  for (const [rank, each] of found.entries()) {
    await work.next();
    const [story, time] = [storyOf(each, now), timeOf(each, now)];
    versions.push({ found: each, title: each.result.title, story, time, rank });
  }
  return versions.sort((a, b) => a.time - b.time || a.rank - b.rank);
}

function timeOf({ result }: FoundResult, now: number): number {
  return result.publication_date ?? now;
}

/** @param now the time of results without a publication date */
function storyOf({ result, body = '' }: Pick<FoundResult, 'result' | 'body'>, now: number) {
  const { title, summary, publication_date } = result;
  const time = publication_date ?? now;
  const text = body.startsWith(summary) ? body : `${summary}\n${body}`.trimEnd();
  const key = hash('sha256', `${time} ${title}\n${text}`, 'base64');
  const known = fingerprints.get(key);
  if (known) return known;
  const fingerprint = fingerprintOf({ title, text, time });
  fingerprints.set(key, fingerprint);
  return fingerprint;
}

/** The encoded fingerprints of results, by their keys. */
export async function fingerprintsOf(
  found: readonly FoundResult[],
  now: number,
  work: WorkSlices,
): Promise<Map<string, string>> {
  const stories = new Map<string, string>();
  for (const each of found) {
    await work.next();
    stories.set(each.result.key, encodeFingerprint(storyOf(each, now)));
  }
  return stories;
}

/** Whether the text of a result is not the one of an encoded fingerprint. */
export function hasOtherText(result: RunResultRecord, encoded: string): boolean {
  const before = decodeFingerprint(encoded);
  return !before || !hasSameText(storyOf({ result }, 0), before);
}

/** The alerted versions of a story, by their keys. */
async function alertedVersions(
  group: readonly Version[],
  { stories }: AlertedStories,
  { index, work }: { index: StoryIndex<string>; work: WorkSlices },
): Promise<Map<string, Fingerprint>> {
  const earlier = new Map<string, Fingerprint>();
  for (const { found, story } of group) {
    await work.next();
    for (const { value, fingerprint } of index.find(story)) earlier.set(value, fingerprint);
    const own = stories.get(found.result.key);
    const fingerprint = own && decodeFingerprint(own);
    if (fingerprint) earlier.set(found.result.key, fingerprint);
  }
  return earlier;
}

/** The versions that a reader who knows the alerted ones should get. */
async function newVersions(
  group: readonly Version[],
  before: readonly Fingerprint[],
  { alerted: { keys }, work }: { alerted: AlertedStories; work: WorkSlices },
): Promise<Version[]> {
  if (before.length === 0) return group.filter(({ found }) => !keys.has(found.result.key));
  const versions: Version[] = [];
  for (const version of group) {
    await work.next();
    if (saysSomethingNew(version.story, before)) versions.push(version);
  }
  return versions;
}

/** @param shown the version whose text the result has */
function toStory(
  versions: readonly Version[],
  shown: Version,
  { alerted, before }: { alerted: AlertedStories; before: readonly Fingerprint[] },
): FoundStory & { rank: number } {
  const others = versions.filter((version) => version !== shown).reverse();
  const all = [shown, ...others];
  return {
    ...shown.found,
    result: {
      ...shown.found.result,
      links: linksOf(all),
      ...(before.length > 0 && { is_update: true }),
    },
    relevance: bestRelevance(all),
    versions: all.map(({ found }) => found),
    marks: marksOf(all, { alerted, before }),
    rank: Math.min(...all.map(({ rank }) => rank)),
  };
}

/** Each URL once. */
function linksOf(versions: readonly Version[]): RunResultRecord['links'] {
  const links = new Map<string, RunResultRecord['links'][number]>();
  for (const { found } of versions) {
    for (const link of found.result.links) if (!links.has(link.url)) links.set(link.url, link);
  }
  return [...links.values()].slice(0, maxVersions);
}

function bestRelevance(versions: readonly Version[]): number | null {
  const values = versions.flatMap(({ found }) => found.relevance ?? []);
  return values.length < versions.length ? null : Math.max(...values);
}

function marksOf(
  versions: readonly Version[],
  {
    alerted: { stories, keys },
    before,
  }: { alerted: AlertedStories; before: readonly Fingerprint[] },
): AlertedMark[] {
  return versions.map(({ found, story }, position) => {
    const { key } = found.result;
    const encoded = position < maxVersions ? encodeFingerprint(withHistory(story, before)) : null;
    const replaces = keys.has(key) ? { replaces: stories.get(key) ?? null } : {};
    return { key, story: encoded, ...replaces };
  });
}
