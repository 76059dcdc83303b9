import { raw } from 'hono/html';
import { type Child, createContext, useContext } from 'hono/jsx';
import { localFormat } from '../../domain/local-format.ts';
import type { AccountRecord } from '../../store/store.ts';
import type { FlashMessage } from './flash-message.ts';
import type { PageSession } from './page-session.ts';
import { pagePaths } from './paths.ts';

const menu = [
  { path: pagePaths.agents, name: 'Agents' },
  { path: pagePaths.monitors, name: 'Monitors' },
  { path: pagePaths.delivery, name: 'Delivery' },
  { path: pagePaths.teams, name: 'Teams' },
  { path: pagePaths.profile, name: 'Profile' },
  { path: pagePaths.pricing, name: 'Pricing' },
] as const;

interface LayoutProps {
  title: string;
  /** The menu is only shown if there is a session. */
  session?: PageSession | undefined;
  /** Path of the current page, if it is in the menu. */
  current?: (typeof menu)[number]['path'] | undefined;
  flash?: FlashMessage | undefined;
  children?: Child;
}

type Viewer = Pick<AccountRecord, 'time_zone' | 'language'>;

const defaultViewer: Viewer = { time_zone: 'UTC', language: 'en' };

const ViewerContext = createContext(defaultViewer);

/** The frame of every page. */
export function Layout({ title, session, current, flash, children }: LayoutProps) {
  return (
    <ViewerContext.Provider value={session?.account ?? defaultViewer}>
      {raw('<!DOCTYPE html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} · newswatch`}</title>
          <link rel="stylesheet" href={pagePaths.style} />
          <link rel="icon" href="data:," />
        </head>
        <body>
          <a class="skip" href="#main">
            Skip to content
          </a>
          <header>
            <span class="name">newswatch</span>
            {session && <Menu session={session} current={current} />}
          </header>
          <main id="main" tabindex={-1}>
            {flash && <Flash message={flash} />}
            {children}
          </main>
        </body>
      </html>
    </ViewerContext.Provider>
  );
}

function Menu({ session, current }: { session: PageSession; current: LayoutProps['current'] }) {
  return (
    <>
      <form method="post" action={pagePaths.signOut}>
        <FormToken session={session} />
        <button class="quiet" type="submit">
          Sign out
        </button>
      </form>
      <nav aria-label="Settings">
        <ul>
          {menu.map(({ path, name }) => (
            <li>
              <a href={path} aria-current={path === current ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Flash({ message: { kind, text, key } }: { message: FlashMessage }) {
  return (
    <div class={`flash ${kind}`} role={kind === 'done' ? 'status' : 'alert'}>
      <p>{text}</p>
      {key && <code class="secret">{key}</code>}
    </div>
  );
}

/** An entry of a description list. */
export function Entry({ term, children }: { term: string; children?: Child }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The hidden field that every form must contain (see `assertFormToken`). */
export function FormToken({ session }: { session: PageSession }) {
  return <input type="hidden" name="form_token" value={session.formToken} />;
}

/**
 * A time in the time zone and the language of the signed-in user. `at` is milliseconds since the
 * epoch or an RFC 3339 timestamp; `seconds` shows them too.
 */
export function Time({ at, seconds = false }: { at: number | string; seconds?: boolean }) {
  const viewer = useContext(ViewerContext);
  const date = new Date(at);
  return (
    <time datetime={date.toISOString()} lang={viewer.language}>
      {localFormat(viewer, seconds ? exactOptions : timeOptions).format(date)}
    </time>
  );
}

const timeOptions: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  // With 'numeric', many languages write 08:28, but 8:28:39.
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

const exactOptions: Intl.DateTimeFormatOptions = { ...timeOptions, second: '2-digit' };
