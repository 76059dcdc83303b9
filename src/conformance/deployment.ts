import {
  flag,
  milliseconds,
  type OptionTypes,
  object,
  objectWith,
  required,
  textOption,
  textsOption,
} from '../contract/option-types.ts';
import type { NewsInput } from '../generated/fixture.ts';

/**
 * The accounts that a check calls the service with, by their API keys: `paid` and `other` have a
 * plan, `unpaid` has none, and `own` is that of a {@link TestWorld}.
 */
export type Caller = 'paid' | 'unpaid' | 'revoked' | 'other' | 'own';

/** A running service to check, and what the checks may use. */
export interface Deployment {
  /** Origin of the service. */
  readonly origin: string;
  /** API keys. Only `paid` is required; it belongs to an account with a plan. */
  readonly keys: Readonly<Partial<Record<Caller, string>>> & { readonly paid: string };
  /** URL of a proxy for requests to the service (default: none). */
  readonly proxy?: string | undefined;
  /** Whether checks may create, change and delete things in the accounts (default: false). */
  readonly allowChanges?: boolean;
  /** Whether checks may create what the service cannot delete again (default: false). */
  readonly leaveBehind?: boolean;
  /** The command line to check: program and first arguments (default: none, it is not checked). */
  readonly command?: readonly [string, ...string[]] | undefined;
  /** Where webhooks of the service can be received (default: nowhere). */
  readonly receiver?: ReceiverAddress | undefined;
  /** Whether private webhook addresses are rejected; false for test servers (default: true). */
  readonly publicAddressesOnly?: boolean;
  /** Control over the service (default: none). */
  readonly testWorld?: TestWorld | undefined;
  /** Timeout of each request in milliseconds (default: 30,000). */
  readonly timeout?: number;
}

export const deploymentTypes: OptionTypes<Deployment> = {
  origin: required(textOption),
  keys: required(object),
  proxy: textOption,
  allowChanges: flag,
  leaveBehind: flag,
  command: textsOption,
  receiver: object,
  publicAddressesOnly: flag,
  testWorld: objectWith('advance', 'control over the service, with the method advance()'),
  timeout: milliseconds(),
};

/** Where the checks receive webhooks. */
export interface ReceiverAddress {
  /** The URL that the service posts to. It leads to `host` and `port`, perhaps through a tunnel. */
  readonly publicUrl?: string;
  /** Where to listen (default: a free port on 127.0.0.1). */
  readonly host?: string;
  /** The port to listen on (default: any free port). */
  readonly port?: number;
}

/** What only the operator of a service or a user in a browser can do, for a server of the checks. */
export interface TestWorld {
  /** The service's time, in milliseconds since the epoch. */
  now(): number;
  /** Moves the service's clock forward, and waits until everything that is due has happened. */
  advance(milliseconds: number): Promise<void>;
  /** Adds news. */
  addNews(items: readonly NewsInput[]): Promise<void>;
  /** A monitor of a team: `other` has the team's webhook permission, `paid` does not. */
  readonly teamMonitor: string;
  /** Creates an API key of the account `own` in its settings. */
  createKey(name: string): Promise<string>;
  /** Revokes an API key of the account `own` in its settings. */
  revokeKey(name: string): Promise<void>;
  /** Starts or ends the plan of the account `own`. */
  setPlan(plan: 'active' | 'none'): Promise<void>;
}
