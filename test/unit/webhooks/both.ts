import * as webhooks from 'newswatch/webhooks';
import { expect } from 'vitest';
import { explainSteps } from '../../../src/webhooks/explain/explain.ts';
import type { SearchStep } from '../../../src/webhooks/explain/signature-search.ts';
import { hmacSync } from '../../../src/webhooks/sync/hmac-sync.ts';
import { verifySync } from '../../../src/webhooks/sync/verify-sync.ts';

type Options = webhooks.VerifyOptions;

/** `verify` with Web Crypto, after the check that `node:crypto` has the same outcome. */
export async function verify(options: Options): Promise<webhooks.Verified> {
  const verified = webhooks.verify(options);
  const [outcome, outcomeOfNode] = await Promise.allSettled([
    verified,
    (async () => verifySync(options))(),
  ]);
  expect(outcomeOfNode).toEqual(outcome);
  return verified;
}

/** `explain` with Web Crypto, after the check that `node:crypto` gives the same explanation. */
export async function explain(options: Options): Promise<webhooks.SignatureExplanation> {
  const explanation = await webhooks.explain(options);
  expect((await explainWithNode(options)).explanation).toEqual(explanation);
  return explanation;
}

/** Explains with `node:crypto`, and returns the steps of the explanation too. */
export async function explainWithNode(options: Options) {
  const outcome = await webhooks.verify(options).catch((error: webhooks.WebhookError) => error);
  const work = explainSteps(options, outcome);
  const steps: SearchStep[] = [];
  let step = work.next();
  while (!step.done) {
    steps.push(step.value);
    step = work.next(step.value.hmac && hmacSync(step.value.hmac));
  }
  return { steps, explanation: step.value };
}
