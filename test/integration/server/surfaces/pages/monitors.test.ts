import { describe, expect, it } from 'vitest';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { planSwitch } from '../../../../helpers/plan-switch.ts';
import { signedInBrowser } from '../../../../helpers/signed-in-browser.ts';

const page = '/settings/monitors';

/** A monitor of each account in a team, and one without a team. */
const teams = {
  teams: [
    {
      id: 'desk',
      name: 'The <desk>',
      members: [{ account: 'paid', webhooks: true }, { account: 'other' }],
    },
    { id: 'guests', name: 'Guests', members: [{ account: 'paid' }, { account: 'other' }] },
    { id: 'strangers', name: 'Strangers', members: [{ account: 'other' }] },
  ],
  monitors: [
    { id: 'mon_desk', account: 'other', team: 'desk', title: 'At the desk', prompt: 'otters' },
    { id: 'mon_guest', account: 'other', team: 'guests', title: 'As guests', prompt: 'otters' },
    { id: 'mon_strange', account: 'other', team: 'strangers', title: 'Strange', prompt: 'otters' },
  ],
};

describe('the monitors page', () => {
  it('shows when monitors run and what was found, without markup of others', async () => {
    const { server, browser, client } = await signedInBrowser();
    const { id } = await client.monitors.create({
      prompt: 'Tell me about chip exports',
      title: '<img src=x onerror=alert(1)>',
      every_minutes: 90,
    });
    await client.monitors.create({ prompt: 'Tell me about otters', on_demand: true });
    const { text } = await browser.get(page);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
    expect(text).toContain('Every 90 minutes');
    expect(text).toContain('On demand only');
    expect(text).toContain('The preview, when the monitor was created, found nothing new.');
    expect(text).not.toContain('The last run');
    await addSample(server);
    const run = await client.monitors.run({ id });
    const [story] = run.results;
    const after = (await browser.get(page)).text;
    expect(after).toContain(`The last run found <strong><bdi>${story?.title}`);
    const details = (await browser.get(`${page}/${id}`)).text;
    expect(details).toContain('Tell me about chip exports');
    expect(details).toContain('Understood as:');
    expect(details).toContain('Preview, when the monitor was created; nothing was sent');
    expect(details).toContain(`<a href="${story?.links[0]?.url}" rel="noopener noreferrer`);
    expect(details).not.toContain('<img');
  });

  it('pauses and resumes, and says so again for a stale form', async () => {
    const { browser, client } = await signedInBrowser();
    const { id } = await client.monitors.create({
      prompt: 'Tell me about otters',
      title: 'Otters',
    });
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'active'],
    ] as const) {
      await browser.submit(page, `${page}/${action}`, { id });
      expect((await browser.get(page)).text).toMatch(/(Paused|Resumed): Otters\./);
      expect(await client.monitors.get({ id })).toMatchObject({ status });
    }
    await client.monitors.delete({ id });
    await browser.submit(page, `${page}/pause`, { id });
    expect((await browser.get(page)).text).toContain('You have no monitor');
    expect(await browser.get(`${page}/${id}`)).toMatchObject({ status: 404 });
  });

  it('lets members of a team pause its monitors only with the webhook permission', async () => {
    const { browser, other } = await signedInBrowser({ fixture: teams });
    const { text } = await browser.get(page);
    expect(text).toContain('<bdi>The &lt;desk&gt;</bdi>');
    expect(text).toContain('Pause: At the desk');
    expect(text).not.toContain('Pause: As guests');
    expect(text).not.toContain('Strange');
    await browser.submit(page, `${page}/pause`, { id: 'mon_desk' });
    expect(await other.monitors.get({ id: 'mon_desk' })).toMatchObject({ status: 'paused' });
    await browser.submit(page, `${page}/pause`, { id: 'mon_guest' });
    expect((await browser.get(page)).text).toContain('but not change it');
    expect(await other.monitors.get({ id: 'mon_guest' })).toMatchObject({ status: 'active' });
    await browser.submit(page, `${page}/pause`, { id: 'mon_strange' });
    expect((await browser.get(page)).text).toContain('You have no monitor');
    expect(await other.monitors.get({ id: 'mon_strange' })).toMatchObject({ status: 'active' });
    expect(await browser.get(`${page}/mon_strange`)).toMatchObject({ status: 404 });
  });

  it('divides many monitors into pages', async () => {
    const monitors = Array.from({ length: 21 }, (_, index) => ({
      id: `mon_${index}`,
      account: 'paid',
      title: `Number ${index}`,
      prompt: 'otters',
      created_at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
    }));
    const { browser } = await signedInBrowser({ fixture: { monitors } });
    const first = (await browser.get(page)).text;
    expect(first.match(/<section/g)).toHaveLength(20);
    expect(first).toContain('Number 20<');
    expect(first).not.toContain('Number 0<');
    expect(first).toContain(`<a href="${page}?page=2">Next page</a>`);
    const second = (await browser.get(`${page}?page=2`)).text;
    expect(second).toContain('Number 0<');
    expect(second).toContain(`<a href="${page}">First page</a>`);
    for (const page_ of ['3', '-1', '1e3', 'x', '999999999']) {
      expect((await browser.get(`${page}?page=${page_}`)).text).toContain('Number 20<');
    }
  });

  it('asks for a plan if there is none', async () => {
    const { server, browser, client } = await signedInBrowser();
    const { id } = await client.monitors.create({ prompt: 'Tell me about otters' });
    await (await planSwitch(server))('off');
    expect((await browser.get(page)).text).toContain('Monitors need a plan.');
    const { status, text } = await browser.get(`${page}/${id}`);
    expect(status).toBe(402);
    expect(text).toContain('<a href="/pricing">See your plan</a>');
    await browser.submit(page, `${page}/resume`, { id });
    expect((await browser.get(page)).text).toContain('News and monitoring need a paid plan.');
  });
});

describe('the teams page', () => {
  it('shows the teams of the account, their members and monitors', async () => {
    const { browser } = await signedInBrowser({ fixture: teams });
    const list = (await browser.get('/settings/teams')).text;
    expect(list).toContain('<bdi>The &lt;desk&gt;</bdi></a> <span class="tag good">');
    expect(list).toContain('2 members');
    expect(list).not.toContain('Strangers');
    const desk = (await browser.get('/settings/teams/desk')).text;
    expect(desk).toContain('You have the webhook permission');
    expect(desk).toContain('<bdi>Paula</bdi> (you)');
    expect(desk).toContain('<bdi>Otto &lt;b&gt;</bdi>');
    expect(desk).toContain('<a href="/settings/monitors/mon_desk">');
    expect(desk).not.toContain('mon_guest');
    const guests = (await browser.get('/settings/teams/guests')).text;
    expect(guests).toContain('Without its webhook permission');
  });

  it('hides the teams of others', async () => {
    const { browser } = await signedInBrowser({ fixture: teams });
    const { status, text } = await browser.get('/settings/teams/strangers');
    expect(status).toBe(404);
    expect(text).not.toContain('Otto');
  });

  it('says so if there are none', async () => {
    const { browser } = await signedInBrowser();
    expect((await browser.get('/settings/teams')).text).toContain(
      'You are not a member of a team.',
    );
  });

  it('divides many members into pages', async () => {
    const members = Array.from({ length: 21 }, (_, index) => ({ id: `member${index}` }));
    const { browser } = await signedInBrowser({
      fixture: {
        accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }, ...members],
        teams: [
          {
            id: 'many',
            members: [{ account: 'paid' }, ...members.map(({ id }) => ({ account: id }))],
          },
        ],
      },
    });
    const first = (await browser.get('/settings/teams/many')).text;
    expect(first).toContain('Members (22)');
    expect(first.match(/<bdi>member/g)).toHaveLength(20);
    const second = (await browser.get('/settings/teams/many?members=2')).text;
    expect(second.match(/<bdi>member/g)).toHaveLength(1);
    expect(second).toContain('(you)');
  });

  it('keeps the page of one list if another is turned', async () => {
    const members = Array.from({ length: 41 }, (_, index) => ({ id: `member${index}` }));
    const { browser } = await signedInBrowser({
      fixture: {
        accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }, ...members],
        teams: [
          {
            id: 'many',
            members: [{ account: 'paid' }, ...members.map(({ id }) => ({ account: id }))],
          },
        ],
        monitors: Array.from({ length: 41 }, (_, index) => ({
          id: `mon_${index}`,
          account: 'paid',
          team: 'many',
          prompt: 'otters',
        })),
      },
    });
    const path = '/settings/teams/many';
    const { text } = await browser.get(`${path}?members=2&monitors=2&other=1`);
    const links = [...text.matchAll(/<a href="([^"]*)">(?:First|Next) page/g)].map(([, link]) =>
      link?.replaceAll('&amp;', '&'),
    );
    expect(links).toEqual([
      `${path}?monitors=2`,
      `${path}?members=3&monitors=2`,
      `${path}?members=2`,
      `${path}?members=2&monitors=3`,
    ]);
  });
});
