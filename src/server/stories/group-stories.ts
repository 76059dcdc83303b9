import type { Steps } from '../../node/steps.ts';
import type { Fingerprint } from './fingerprint.ts';
import { areFlashAndReport, reportTitle } from './flash.ts';
import { saysSomethingNew } from './same-story.ts';
import { StoryIndex } from './story-index.ts';

/** A text with its fingerprint. */
export interface StoryVersion {
  title: string;
  story: Fingerprint;
}

/** Maximum number of versions with one title that a flash or its report is looked for among. */
const maxSameTitle = 16;

/** Groups versions by their story. Each joins the story of the earlier one that it is most like. */
export class StoryGroups<Version extends StoryVersion> {
  readonly #index = new StoryIndex<Version[]>();
  /** The first versions with each title. */
  readonly #titles = new Map<string, { fingerprint: Fingerprint; value: Version[] }[]>();
  /** The versions of each story, in the order in which they were added. */
  readonly stories: Version[][] = [];

  add(version: Version): void {
    const found = this.#index.find(version.story);
    const sameTitle = this.#sameTitle(version);
    const report = sameTitle.find((each) => areFlashAndReport(each.fingerprint, version.story));
    const story = found[0]?.value ?? report?.value ?? [];
    if (story.length === 0) this.stories.push(story);
    story.push(version);
    const known = found.filter(({ value }) => value === story).map((each) => each.fingerprint);
    // Copies are not compared, however many there are.
    if (known.length > 0 && !saysSomethingNew(version.story, known)) return;
    this.#index.add(version.story, story);
    if (sameTitle.length < maxSameTitle) {
      sameTitle.push({ fingerprint: version.story, value: story });
    }
  }

  /** The list of the versions with the title of a version. */
  #sameTitle({ title }: Version): { fingerprint: Fingerprint; value: Version[] }[] {
    const key = reportTitle(title);
    if (key === undefined) return [];
    const known = this.#titles.get(key) ?? [];
    this.#titles.set(key, known);
    return known;
  }
}

/**
 * The version of a story that a reader should get: the latest one that says something new, or a
 * longer one. A later copy does not replace its original.
 *
 * @param versions at least one, earliest first
 */
export function* latestVersion<Version extends StoryVersion>([first, ...later]: readonly [
  Version,
  ...Version[],
]): Steps<Version> {
  let latest = first;
  /** Those that said something new: a copy says nothing that they do not. */
  const known = [first.story];
  for (const version of later) {
    yield;
    const isLonger = lengthOf(version) > minGrowth * lengthOf(latest);
    const isNew = saysSomethingNew(version.story, known.slice(-maxEarlier));
    if (isNew) known.push(version.story);
    if (isNew || isLonger) latest = version;
  }
  return latest;
}

/** Maximum number of earlier versions that a version is compared with. */
const maxEarlier = 50;
/** A version is longer if it has this many times the words. */
const minGrowth = 1.1;

function lengthOf({ story }: StoryVersion): number {
  return story.length[0] ?? 0;
}
