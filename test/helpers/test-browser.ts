import type { RunningServer } from 'newswatch/server';

interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** Target of a redirect. */
  location: string;
}

/** A minimal browser: keeps cookies, sends an Origin and does not follow redirects. */
export class TestBrowser {
  readonly #base: string;
  readonly cookies = new Map<string, string>();

  constructor({ baseUrl }: Pick<RunningServer, 'baseUrl'>) {
    this.#base = baseUrl;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#request(url, { headers: { accept: 'text/html', ...headers } });
  }

  /** Posts a form with the token of a page. */
  async submit(pagePath: string, action: string, fields: Record<string, string> = {}) {
    const { text } = await this.get(pagePath);
    return this.post(action, { form_token: formTokenIn(text), ...fields });
  }

  async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return this.#request(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'text/html', origin: this.#base, ...headers },
    });
  }

  /** Signs in with a link, or with a new one from the server. */
  async signIn(by: string | Pick<RunningServer, 'settingsUrl'>): Promise<Page> {
    return this.post('/sign-in', { link: typeof by === 'string' ? by : await by.settingsUrl() });
  }

  async #request(url: string, init: RequestInit): Promise<Page> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set(
        'cookie',
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      );
    }
    const response = await fetch(new URL(url, this.#base), {
      ...init,
      headers,
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }

  #storeCookie(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(cookie))
      this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export function formTokenIn(html: string): string {
  return /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
}
