import type { WorkSlices } from '../../../node/work-slices.ts';
import type { AlertedMark, RunResultRecord } from '../../store/store.ts';
import { decodeFingerprint, encodeFingerprint } from '../../stories/encoded-fingerprint.ts';
import { type Fingerprint, fingerprintOf, hoursOf } from '../../stories/fingerprint.ts';
import { latestVersion, StoryGroups } from '../../stories/group-stories.ts';
import { saysSomethingNew } from '../../stories/same-story.ts';
import { StoryIndex } from '../../stories/story-index.ts';
import type { FoundResult } from './monitor-results.ts';

/** Maximum number of links of a result, and of versions of a story whose fingerprints are stored. */
const maxVersions = 20;
/** Hours by which a version may be older than an alerted one and still be news. */
const maxHoursBehind = 1;

/** The versions of a story as one result. */
export interface FoundStory extends FoundResult {
  /** All results that it is made of. */
  versions: FoundResult[];
  /** What is stored when it is alerted. */
  marks: AlertedMark[];
}

export interface NewStories {
  /** In the order of the best version of each. */
  stories: FoundStory[];
  /** Versions of alerted stories that say nothing new. */
  repeats: FoundResult[];
  /** The keys of the alerted results whose stories were found again. */
  known: string[];
}

/** What a monitor has alerted. */
export interface AlertedStories {
  /** The fingerprints of the results, by their keys. */
  stories: ReadonlyMap<string, string>;
  /** The keys of found results that count as alerted. */
  keys: ReadonlySet<string>;
}

interface Version {
  found: FoundResult;
  story: Fingerprint;
  time: number;
  /** The position among the found results. */
  rank: number;
}

/**
 * Merges the versions of a story into one result, and leaves out those of stories that were alerted
 * before unless one says something new. The text is that of the latest version that says something
 * new: its numbers are the current ones, and the others only repeat them.
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
  const index = new StoryIndex<string>();
  if (found.length > 0) {
    for (const [key, encoded] of alerted.stories) {
      const story = decodeFingerprint(encoded);
      if (story) index.add(story, key);
    }
  }
  const stories: (FoundStory & { rank: number })[] = [];
  const repeats: FoundResult[] = [];
  const known = new Set<string>();
  for (const group of groups.stories) {
    await work.next();
    const earlier = alertedVersions(group, alerted, index);
    for (const key of earlier.keys()) known.add(key);
    const news = newVersions(group, earlier, alerted.keys);
    if (news.length === 0) repeats.push(...group.map((version) => version.found));
    else stories.push(toStory(group, news, { alerted, isUpdate: earlier.size > 0 }));
  }
  return {
    stories: stories.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...story }) => story),
    repeats,
    known: [...known],
  };
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
    versions.push({ found: each, story: storyOf(each.result, now), time: timeOf(each, now), rank });
  }
  return versions.sort((a, b) => a.time - b.time || a.rank - b.rank);
}

function timeOf({ result }: FoundResult, now: number): number {
  return result.publication_date ?? now;
}

/** @param now the time of results without a publication date */
export function storyOf(result: RunResultRecord, now: number): Fingerprint {
  const { title, summary, publication_date } = result;
  return fingerprintOf({ title, text: summary, time: publication_date ?? now });
}

/** Whether the text of a result is not the one of an encoded fingerprint. */
export function hasOtherText(result: RunResultRecord, encoded: string): boolean {
  const before = decodeFingerprint(encoded);
  return !before || encodeFingerprint({ ...storyOf(result, 0), hours: before.hours }) !== encoded;
}

/** The alerted versions of a story, by their keys. */
function alertedVersions(
  group: readonly Version[],
  { stories }: AlertedStories,
  index: StoryIndex<string>,
): Map<string, Fingerprint> {
  const earlier = new Map<string, Fingerprint>();
  for (const { found, story } of group) {
    for (const { value, fingerprint } of index.find(story)) earlier.set(value, fingerprint);
    const own = stories.get(found.result.key);
    const fingerprint = own && decodeFingerprint(own);
    if (fingerprint) earlier.set(found.result.key, fingerprint);
  }
  return earlier;
}

/** The versions that a reader who knows the earlier ones should get. */
function newVersions(
  group: readonly Version[],
  earlier: ReadonlyMap<string, Fingerprint>,
  alertedKeys: ReadonlySet<string>,
): Version[] {
  if (earlier.size === 0) return group.filter(({ found }) => !alertedKeys.has(found.result.key));
  const fingerprints = [...earlier.values()];
  const latest = Math.max(...fingerprints.map(hoursOf));
  return group.filter(
    ({ story }) =>
      hoursOf(story) >= latest - maxHoursBehind && saysSomethingNew(story, fingerprints),
  );
}

/** @param news at least one of the versions */
function toStory(
  versions: readonly Version[],
  news: readonly Version[],
  { alerted, isUpdate }: { alerted: AlertedStories; isUpdate: boolean },
): FoundStory & { rank: number } {
  const shown = latestVersion(news);
  const others = versions.filter((version) => version !== shown).reverse();
  const all = [shown, ...others];
  return {
    ...shown.found,
    result: {
      ...shown.found.result,
      links: linksOf(all),
      ...(isUpdate && { is_update: true }),
    },
    relevance: bestRelevance(all),
    versions: all.map(({ found }) => found),
    marks: marksOf(all, alerted),
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

function marksOf(versions: readonly Version[], { stories, keys }: AlertedStories): AlertedMark[] {
  return versions.map(({ found, story }, position) => {
    const { key } = found.result;
    const encoded = position < maxVersions ? encodeFingerprint(story) : null;
    const replaces = keys.has(key) ? { replaces: stories.get(key) ?? null } : {};
    return { key, story: encoded, ...replaces };
  });
}
