import { Hono } from 'hono';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import { isReferencePlan } from '../../domain/accounts/settings-service.ts';
import type { App } from '../shared/hono-app.ts';
import { type FlashMessage, takeFlash } from './flash-message.ts';
import { FormToken, Layout } from './layout.tsx';
import { formAction, type PageContext } from './page-handlers.ts';
import { type PageSession, pageSessionOf } from './page-session.ts';
import { pagePaths } from './paths.ts';

const path = pagePaths.pricing;

/** The page that `plan_required` errors link to. Only here can users change their plan. */
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
        <h2 id="plan">The reference plan</h2>
        <p>
          News and monitoring need a plan; the account overview, usage and briefings work without
          one. This is a reference server: its plan is free.
        </p>
        <p>
          Without a plan, monitors do not run and no alert is delivered. Turning it off stops queued
          deliveries for good; their alerts can be listed when it is on again.
        </p>
        <p>
          Only you can turn it on or off, on this page. API keys and assistants cannot, and
          approving an assistant does not.
        </p>
        {session ? (
          <PlanSwitch session={session} />
        ) : (
          <p>
            <a href="/settings/agents">Sign in</a> to see and change your plan.
          </p>
        )}
      </section>
    </Layout>
  );
}

function PlanSwitch({ session }: { session: PageSession }) {
  const { name, plan } = session.account;
  if (!isReferencePlan(plan)) {
    return (
      <p>
        The plan of <bdi>{name}</bdi> is <span class="tag good">{plan}</span>. Only the operator of
        the service can change it.
      </p>
    );
  }
  const isOn = hasPlan(session.account);
  return (
    <form method="post" action={isOn ? pagePaths.switchPlanOff : pagePaths.switchPlanOn}>
      <FormToken session={session} />
      <p>
        The plan of <bdi>{name}</bdi> is{' '}
        <span class={`tag ${isOn ? 'good' : 'plain'}`}>{isOn ? 'on' : 'off'}</span>
      </p>
      <button class={isOn ? '' : 'main'} type="submit">
        {isOn ? 'Turn the plan off' : 'Turn the plan on'}
      </button>
    </form>
  );
}
