import type { Child } from 'hono/jsx';
import { Layout } from './layout.tsx';
import type { PageSession } from './page-session.ts';

interface ErrorPageProps {
  title: string;
  session?: PageSession | undefined;
  /** What happened, and what to do. */
  children?: Child;
}

export function ErrorPage({ title, session, children }: ErrorPageProps) {
  return (
    <Layout title={title} session={session}>
      <h1>{title}</h1>
      <div class="card">{children}</div>
    </Layout>
  );
}

/** The HTML page for an authorization request that failed. */
export function renderOAuthError({ error, description }: { error: string; description: string }) {
  const page = (
    <ErrorPage title="The assistant cannot be connected">
      <p>
        Its request was rejected: <bdi>{description || error}</bdi> (<code>{error}</code>).
      </p>
      <p>
        Nothing was approved. Start again from the assistant. If the error persists, report it to
        the developer of the assistant.
      </p>
    </ErrorPage>
  );
  return String(page);
}
