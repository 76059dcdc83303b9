import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Flash } from './flashes.ts';
import type { Visitor } from './visitor.ts';

/** The pages of the menu. */
const menu = [
  { path: '/settings/agents', name: 'Agents' },
  { path: '/settings/delivery', name: 'Delivery' },
  { path: '/pricing', name: 'Pricing' },
] as const;

interface LayoutProps {
  title: string;
  /** Whose menu is shown; without one there is none. */
  visitor?: Visitor | undefined;
  /** The path of the page that is shown, where it is one of the menu. */
  current?: (typeof menu)[number]['path'] | undefined;
  flash?: Flash | undefined;
  children?: Child;
}

/** What every page has around it. */
export function Layout({ title, visitor, current, flash, children }: LayoutProps) {
  return (
    <>
      {raw('<!DOCTYPE html>')}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} · newswatch`}</title>
          <link rel="stylesheet" href="/style.css" />
          <link rel="icon" href="data:," />
        </head>
        <body>
          <a class="skip" href="#main">
            Skip to the content
          </a>
          <header>
            <span class="name">newswatch</span>
            {visitor && <Menu visitor={visitor} current={current} />}
          </header>
          <main id="main" tabindex={-1}>
            {flash && <FlashNote flash={flash} />}
            {children}
          </main>
        </body>
      </html>
    </>
  );
}

function Menu({ visitor, current }: { visitor: Visitor; current: LayoutProps['current'] }) {
  return (
    <>
      <form method="post" action="/sign-out">
        <FormToken visitor={visitor} />
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

function FlashNote({ flash: { kind, text, key } }: { flash: Flash }) {
  return (
    <div class={`flash ${kind}`} role={kind === 'done' ? 'status' : 'alert'}>
      <p>{text}</p>
      {key && <code class="secret">{key}</code>}
    </div>
  );
}

/** Every form has one. */
export function FormToken({ visitor }: { visitor: Visitor | undefined }) {
  return <input type="hidden" name="form_token" value={visitor?.formToken ?? ''} />;
}

/** A time in words that everybody reads alike. */
export function Moment({ at }: { at: number | string }) {
  const date = new Date(at);
  return <time datetime={date.toISOString()}>{words.format(date)} UTC</time>;
}

const words = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
