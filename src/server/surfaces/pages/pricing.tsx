import { Hono } from 'hono';
import type { AccountRecord } from '../../store/store.ts';
import type { Flash } from './flashes.ts';
import { FormToken, Layout } from './layout.tsx';
import { action, type Pages, type PagesEnv } from './pages.ts';
import { type Visitor, visitorOf } from './visitor.ts';

const path = '/pricing';

/** Where `plan_required` sends a human: the one place where the plan is switched. */
export function pricingRoutes(pages: Pages): Hono<PagesEnv> {
  const { settings, flashes, signIn } = pages;
  const app = new Hono<PagesEnv>();

  app.get(path, async (c) => {
    const visitor = await visitorOf(c, signIn);
    const flash = visitor && (await flashes.take(visitor.session));
    return c.html(<PricingPage visitor={visitor} flash={flash} />);
  });

  const setPlan = (plan: AccountRecord['plan'], text: string) =>
    action(pages, path, async ({ account }) => {
      await settings.setPlan(account, plan);
      return { kind: 'done', text };
    });
  app.post(`${path}/switch-on`, setPlan('active', 'The plan is on. Nothing was charged.'));
  app.post(`${path}/switch-off`, setPlan('none', 'The plan is off.'));
  return app;
}

interface PricingProps {
  visitor: Visitor | undefined;
  flash: Flash | undefined;
}

function PricingPage({ visitor, flash }: PricingProps) {
  return (
    <Layout title="Pricing" visitor={visitor} current={path} flash={flash}>
      <h1>Pricing</h1>
      <section class="card" aria-labelledby="plan">
        <h2 id="plan">The reference plan</h2>
        <p>
          News and monitoring need a plan; the account overview and usage work without one. This is
          the reference server: its plan costs nothing and charges nobody.
        </p>
        <p>
          Only a human can switch it, here. No key, no assistant and no approval of an assistant
          does.
        </p>
        {visitor ? <Switch visitor={visitor} /> : <p>{signInFirst}</p>}
      </section>
    </Layout>
  );
}

const signInFirst = (
  <>
    <a href="/settings/agents">Sign in</a> to see your plan and to switch it.
  </>
);

function Switch({ visitor }: { visitor: Visitor }) {
  const on = visitor.account.plan === 'active';
  return (
    <form method="post" action={`${path}/${on ? 'switch-off' : 'switch-on'}`}>
      <FormToken visitor={visitor} />
      <p>
        For <bdi>{visitor.account.name}</bdi> it is{' '}
        <span class={`tag ${on ? 'good' : 'plain'}`}>{on ? 'on' : 'off'}</span>
      </p>
      <button class={on ? '' : 'main'} type="submit">
        {on ? 'Switch the plan off' : 'Switch the plan on'}
      </button>
    </form>
  );
}
