import type { Child } from 'hono/jsx';
import { Layout } from './layout.tsx';
import type { Visitor } from './visitor.ts';

interface ProblemProps {
  title: string;
  visitor?: Visitor | undefined;
  /** What happened, and the way out. */
  children?: Child;
}

/** Why something cannot be done, and the way out. */
export function ProblemPage({ title, visitor, children }: ProblemProps) {
  return (
    <Layout title={title} visitor={visitor}>
      <h1>{title}</h1>
      <div class="card">{children}</div>
    </Layout>
  );
}

/** The page for an authorization request that cannot go on, as text. */
export function oauthProblemPage({ error, description }: { error: string; description: string }) {
  const page = (
    <ProblemPage title="The assistant cannot be connected">
      <p>
        Its request was refused: <bdi>{description || error}</bdi> (<code>{error}</code>).
      </p>
      <p>
        Nothing was approved. Start again from the assistant; where it repeats, its maker has to
        mend it.
      </p>
    </ProblemPage>
  );
  return String(page);
}
