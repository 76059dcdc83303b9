/**
 * Generated news, identical on every machine: word frequencies as in natural text, the most frequent
 * words in English. Item `n` depends only on `n`.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const list = (words) => words.trim().split(/\s+/);

/** Function words of English, most frequent first. */
const functionWords = list(`
  the of to and in a said for on that is with it was by from at as be has its an have will but are
  not he were this which would had been more their one they who or up year after than about last
  new if no can also two other out over into some could when company`);

/** Topics of news, so that synonyms and stemming take part. */
export const topics = list(`
  oil market trade bank price export rate tax court police election government minister strike
  inflation wheat copper gold gas coal steel grain coffee cocoa sugar cotton rubber tin silver
  harvest drought flood storm fire earthquake hospital vaccine virus school teacher university
  student union worker wage pension job factory car truck train railway airline airport port ship
  container harbour bridge road tunnel energy solar wind nuclear reactor power electricity water
  river dam forest farmer fishing whale climate emission carbon battery chip semiconductor software
  hacker ransomware data privacy satellite rocket space telescope phone network broadband merger
  takeover bid share dividend bond loan debt deficit budget currency dollar yen euro tariff sanction
  embargo treaty summit parliament senate president army navy missile drone border refugee visa
  museum film festival football cycling`);

const vocabularySize = 200_000;
/** Up to this rank a word's frequency falls with its rank (Zipf), beyond it with the square of the rank. */
const commonWords = 3_000;
const consonants = 'bdfghjklmnprtvz';
const vowels = 'aiou';

/** An invented word; smaller numbers make shorter words. */
function coined(number) {
  let word = '';
  for (let rest = number + 60; rest > 0; rest = Math.floor(rest / 60)) {
    word += consonants[Math.floor((rest % 60) / 4)] + vowels[rest % 4];
  }
  return word;
}

/** By rank: function words, then a topic at every eighth place and invented words between. */
function makeVocabulary() {
  const words = [...functionWords];
  for (let number = 0; words.length < vocabularySize; number += 1) {
    const topic = number % 8 === 0 ? topics[number / 8] : undefined;
    words.push(topic ?? coined(number));
  }
  return words;
}

const vocabulary = makeVocabulary();
const cumulated = new Float64Array(vocabularySize);
let total = 0;
for (let rank = 1; rank <= vocabularySize; rank += 1) {
  total += rank <= commonWords ? 1 / rank : commonWords / rank ** 2;
  cumulated[rank - 1] = total;
}

/** Mulberry32: numbers in [0, 1), reproducible by seed. */
export function random(seed) {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function word(next) {
  const wanted = next() * total;
  let [low, high] = [0, vocabularySize - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulated[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return vocabulary[low];
}

function text(next, least, most) {
  const length = least + Math.floor(next() * (most - least + 1));
  return Array.from({ length }, () => word(next)).join(' ');
}

/** Invented words of all frequencies, as names that monitors watch for. An item has four of 20,000. */
export function namesOf(count) {
  const coinedWords = vocabulary.filter(
    (each, rank) => rank >= functionWords.length && !topics.includes(each),
  );
  const step = Math.floor(coinedWords.length / count);
  return Array.from({ length: count }, (_, n) => coinedWords[n * step]);
}

const newest = Date.UTC(2026, 9, 1);
const perItem = 90_000;

/** Each item is a minute and a half older than the one before: a million span three years. */
export function newsRecord(number) {
  const next = random(number);
  const title = text(next, 6, 12);
  const description = text(next, 20, 50);
  return {
    id: `n${number}`,
    title,
    description,
    body: next() < 0.5 ? `${description}. ${text(next, 40, 120)}` : null,
    url: `https://news.example.com/${number}`,
    source: `Outlet ${number % 40}`,
    publication_date: new Date(newest - number * perItem).toISOString(),
  };
}

/** Writes the items from `first` up to, not including, `end` as JSON Lines. */
export async function writeNews(path, from, to) {
  const file = createWriteStream(path);
  for (let number = from; number < to; number += 1) {
    if (!file.write(`${JSON.stringify(newsRecord(number))}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

/**
 * Different queries with a number of topics each. No query repeats for another seed, though its topics
 * may: punctuation that searches ignore makes the text unique, so that no cached result matches.
 */
export function queriesOf(topicsEach, count, seed) {
  const next = random(1_000_000 + seed);
  const queries = new Set();
  while (queries.size < count) {
    const chosen = new Set();
    while (chosen.size < topicsEach) chosen.add(topics[Math.floor(next() * topics.length)]);
    queries.add([...chosen].join(' '));
  }
  const marks = seed.toString(2).replaceAll('0', '.').replaceAll('1', '!');
  return [...queries].map((query) => `${query} ${marks}`);
}
