import { Hono } from 'hono';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import type { App } from '../shared/hono-app.ts';
import { type FlashMessage, takeFlash } from './flash-message.ts';
import { FormToken, Layout } from './layout.tsx';
import { formAction, type PageContext } from './page-handlers.ts';
import { type PageSession, pageSessionOf } from './page-session.ts';
import { pagePaths } from './paths.ts';

const path = pagePaths.pricing;

/** The page that `plan_required` errors link to. Only here can users change a plan that they manage. */
export function pricingRoutes(context: PageContext): App {
  const { settings } = context;
  const app: App = new Hono();

  app.get(path, async (c) => {
    const session = await pageSessionOf(c.env, context);
    const flash = session && (await takeFlash(c, session));
    return c.html(<PricingPage session={session} flash={flash} />);
  });

  const setPlan = (plan: 'active' | 'none', text: string) =>
    formAction(context, path, async ({ account }) => {
      await settings.setPlan(account, plan);
      return text;
    });
  app.post(pagePaths.switchPlanOn, setPlan('active', 'The plan is on. Nothing was charged.'));
  app.post(pagePaths.switchPlanOff, setPlan('none', 'The plan is off.'));
  return app;
}

interface PricingProps {
  session: PageSession | undefined;
  flash: FlashMessage | undefined;
}

function PricingPage({ session, flash }: PricingProps) {
  return (
    <Layout title="Pricing" session={session} current={path} flash={flash}>
      <h1>Pricing</h1>
      <section class="card" aria-labelledby="plan">
        <h2 id="plan">Your plan</h2>
        <p>
          News and monitoring need a plan; the account overview, usage and briefings work without
          one. Without a plan, monitors do not run and no alert is delivered.
        </p>
        <p>
          This is a reference server: nothing is ever charged. API keys and assistants cannot change
          your plan, and approving an assistant does not.
        </p>
        {session ? (
          <OwnPlan session={session} />
        ) : (
          <p>
            <a href="/settings/agents">Sign in</a> to see your plan.
          </p>
        )}
      </section>
    </Layout>
  );
}

function OwnPlan({ session }: { session: PageSession }) {
  const { name, plan, plan_managed_by } = session.account;
  const isOn = hasPlan(session.account);
  const isNamed = plan !== 'active' && plan !== 'none';
  return (
    <>
      <p>
        The plan of <bdi>{name}</bdi> is{' '}
        <span class={`tag ${isOn ? 'good' : 'plain'}`}>{isNamed ? plan : isOn ? 'on' : 'off'}</span>
      </p>
      {plan_managed_by === 'operator' ? (
        <p>Only the operator of this server can change it.</p>
      ) : (
        <PlanSwitch session={session} isOn={isOn} />
      )}
    </>
  );
}

/** Turning the plan off asks first. */
function PlanSwitch({ session, isOn }: { session: PageSession; isOn: boolean }) {
  if (!isOn) {
    return (
      <form method="post" action={pagePaths.switchPlanOn}>
        <FormToken session={session} />
        <button class="main" type="submit">
          Turn the plan on
        </button>
      </form>
    );
  }
  return (
    <details>
      <summary>Turn the plan off…</summary>
      <form method="post" action={pagePaths.switchPlanOff}>
        <FormToken session={session} />
        <p class="faint">
          Your monitors stop running. Queued deliveries are stopped for good, including those that a
          pause holds; their alerts can be listed when the plan is on again.
        </p>
        <button class="danger" type="submit">
          Turn the plan off
        </button>
      </form>
    </details>
  );
}
