import { indexItem } from '../../search/index/index-item.ts';
import { type JudgedItem, judgedItem } from '../../search/prompt/judged-item.ts';
import type { PromptRule } from '../../search/prompt/prompt-rule.ts';
import type { ArrivedItem, ItemText } from '../../store/store.ts';
import { fingerprintOf } from '../../stories/fingerprint.ts';
import { saysSomethingNew } from '../../stories/same-story.ts';
import { titleWording } from '../../stories/title-wording.ts';

/** An item that satisfies a rule. */
export interface JudgedMatch {
  /** Above 0 and up to 1. */
  strength: number;
  /**
   * Whether the item is from before the watch, satisfied the rule already, and its new text says
   * nothing new. A watch begins at its creation: an edit must not alert what could be found before.
   */
  isKnown: boolean;
}

/** An arrival that is matched with monitors. */
export class JudgedArrival {
  readonly arrived: ArrivedItem;
  readonly item: JudgedItem;
  #earlier: JudgedItem | undefined;
  #saysSomethingNew: boolean | undefined;
  #wording: number | undefined;

  constructor(arrived: ArrivedItem) {
    this.arrived = arrived;
    this.item = judgedItem(arrived, arrived.ranking_terms);
  }

  /** Equal for similar titles (see `titleWording`). */
  get wording(): number {
    this.#wording ??= titleWording(this.arrived.title);
    return this.#wording;
  }

  /**
   * The match of the item, if it arrived after a watch began and satisfies the rule.
   *
   * @param since the last arrival before the watch began
   */
  judge(rule: PromptRule, since: number): JudgedMatch | undefined {
    const { arrival, first_arrival } = this.arrived;
    if (arrival <= since) return undefined;
    const strength = rule(this.item);
    if (strength === undefined) return undefined;
    return { strength, isKnown: first_arrival <= since && this.#isKnown(rule) };
  }

  #isKnown(rule: PromptRule): boolean {
    const { title, description, body, source, earlier_text } = this.arrived;
    if (earlier_text === null) return false;
    const earlier = JSON.parse(earlier_text) as ItemText;
    this.#saysSomethingNew ??= saysSomethingNew(fingerprint({ title, description, body }), [
      fingerprint(earlier),
    ]);
    if (this.#saysSomethingNew) return false;
    this.#earlier ??= judged(earlier, source);
    return rule(this.#earlier) !== undefined;
  }
}

/** The times do not matter: the texts are those of one item. */
function fingerprint({ title, description, body }: ItemText) {
  return fingerprintOf({ title, text: `${description}\n${body ?? ''}`, time: 0 });
}

function judged(text: ItemText, source: string | null): JudgedItem {
  const item = { ...text, source, id: '', url: null, publication_date: null };
  return judgedItem(text, indexItem(item, 0).ranking_terms);
}
