import { digest } from '../../service/secret.ts';

/** What the page after a form says once: what was done, or why not. */
export interface Flash {
  kind: 'done' | 'failed';
  text: string;
  /** A new API key. It is in this process's memory until the page is shown, and nowhere else. */
  key?: string;
}

/** Sessions that wait for their next page, at the most. */
const mostWaiting = 1000;

/** Carries a word from a form's post to the page that follows (POST, redirect, GET). */
export class Flashes {
  readonly #waiting = new Map<string, Flash>();

  leave(session: string, flash: Flash): void {
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= mostWaiting && oldest) this.#waiting.delete(oldest);
    this.#waiting.set(digest(session), flash);
  }

  take(session: string): Flash | undefined {
    const flash = this.#waiting.get(digest(session));
    this.#waiting.delete(digest(session));
    return flash;
  }
}
