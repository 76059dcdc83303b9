import type { RunningServer } from 'newswatch/server';

const agents = '/settings/agents';

/** The settings pages of the bundled server's first account, used as a browser does. */
export class SettingsPages {
  readonly #server: RunningServer;
  readonly #cookies = new Map<string, string>();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  /** Creates an API key. @returns the key */
  async createKey(name: string): Promise<string> {
    await this.#submit(agents, '/settings/agents/make-key', { name });
    return /class="secret">([^<]+)</.exec(await this.#page(agents))?.[1] ?? '';
  }

  async revokeKey(name: string): Promise<void> {
    const row = new RegExp(`aria-label="Revoke ${name}".*?name="id" value="([^"]+)"`, 's');
    const id = row.exec(await this.#page(agents))?.[1] ?? '';
    await this.#submit(agents, '/settings/agents/revoke-key', { id });
  }

  async setPlan(plan: 'active' | 'none'): Promise<void> {
    await this.#submit('/pricing', `/pricing/switch-${plan === 'active' ? 'on' : 'off'}`, {});
  }

  /** Submits a form of a page. */
  async #submit(page: string, action: string, fields: Record<string, string>): Promise<void> {
    const token = /name="form_token" value="([^"]+)"/.exec(await this.#page(page))?.[1] ?? '';
    await this.#post(action, { form_token: token, ...fields });
  }

  async #page(path: string): Promise<string> {
    if (this.#cookies.size === 0) {
      await this.#post('/sign-in', { link: await this.#server.settingsUrl() });
    }
    return (await this.#fetch(path, {})).text();
  }

  #post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.#fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const { baseUrl: origin } = this.#server;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { origin, cookie };
    const response = await fetch(origin + path, { ...init, redirect: 'manual', headers });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
