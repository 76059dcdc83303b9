import { randomUUID } from 'node:crypto';
import type { ServiceRequest } from '../client/request.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { type ArrivingStory, arrivingStory, newItem } from './arriving-story.ts';
import type { Callback, CallbackResponse } from './callback-receiver.ts';
import type { CheckSession } from './check-session.ts';
import type { Caller, TestWorld } from './deployment.ts';
import { describe, itemsOf, listAt, textAt, titleIn, valueAt } from './json.ts';
import { type LeftBehind, removals } from './removals.ts';
import type { CommandResult } from './surfaces/command-line.ts';
import type { HttpResponse } from './surfaces/http-client.ts';
import type { CallResult, SurfaceName } from './surfaces/surface.ts';
import { ensure, NotChecked } from './violation.ts';

type Input = Readonly<Record<string, unknown>>;

/** One check of one statement on one surface: its calls, and what it creates. */
export class Trial {
  readonly surface: SurfaceName;
  /** The story that arrives after {@link monitor} has created the next monitor in a test world. */
  #story: ArrivingStory = arrivingStory();
  readonly #session: CheckSession;
  readonly #mayChange: boolean;
  /** `remove` resolves to whether it is gone. */
  readonly #created: { what: LeftBehind; remove: () => Promise<boolean> }[] = [];
  /** Calls that have not ended. */
  readonly #pending = new Set<Promise<unknown>>();
  #isOver = false;

  /** @param mayChange whether the check may create, change and delete things */
  constructor(session: CheckSession, surface: SurfaceName, mayChange: boolean) {
    this.surface = surface;
    this.#session = session;
    this.#mayChange = mayChange;
  }

  get origin(): string {
    return this.#session.deployment.origin;
  }

  get hasWorld(): boolean {
    return this.#session.has('test world');
  }

  get hasCommand(): boolean {
    return this.#session.deployment.command !== undefined;
  }

  /** @throws {NotChecked} if the deployment is not under the control of the checks */
  get world(): TestWorld {
    const { testWorld } = this.#session.deployment;
    if (testWorld === undefined) throw new NotChecked('there is no test world');
    return testWorld;
  }

  /** The service's time, in milliseconds since the epoch. */
  now(): number {
    return this.hasWorld ? this.world.now() : Date.now();
  }

  /** The API key of a caller, for raw requests. */
  key(caller: Caller = 'paid'): string {
    return this.#session.key(caller);
  }

  /** Calls an operation on this trial's surface. @throws {Error} after {@link cleanUp} */
  call(
    operation: Operation,
    input: Input = {},
    caller: Caller = 'paid',
    surface: SurfaceName = this.surface,
  ): Promise<CallResult> {
    return this.#track(() => this.#call(operation, input, caller, surface));
  }

  async #call(
    operation: Operation,
    input: Input,
    caller: Caller,
    surface: SurfaceName,
  ): Promise<CallResult> {
    if (operation.effect !== 'read' && !this.#mayChange) {
      throw new Error(`the check calls ${operation.name}, but does not declare changes`);
    }
    if (!operation.documented) await this.#requireOffered(operation);
    if (removals.has(operation)) await this.#requireRemoval(operation);
    const result = await this.#session.surface(surface, caller).call(operation, input);
    if (!result.isError) this.#removeLater(operation, result.body, caller);
    return result;
  }

  /** Returns the body of a successful call. @throws {Violation} if it fails */
  async ok(operation: Operation, input: Input = {}, caller: Caller = 'paid'): Promise<unknown> {
    const { isError, body } = await this.call(operation, input, caller);
    ensure(!isError, `${operation.name} failed: ${describe(body)}`);
    return body;
  }

  /** Returns the body of a call that must fail. @throws {Violation} if it succeeds */
  async rejected(operation: Operation, input: Input = {}, caller: Caller = 'paid') {
    const { isError, body } = await this.call(operation, input, caller);
    ensure(isError, `${operation.name} succeeded`);
    return body;
  }

  /**
   * Sends an HTTP request with a caller's key, or without one.
   *
   * @throws {Error} after {@link cleanUp}
   */
  send(request: ServiceRequest, caller: Caller | 'anonymous' = 'paid'): Promise<HttpResponse> {
    const key = caller === 'anonymous' ? {} : { authorization: `Bearer ${this.key(caller)}` };
    const headers = { ...key, ...request.headers };
    return this.#track(() => this.#session.http.send({ ...request, headers }));
  }

  /** The MCP endpoint with a caller's key in its path. */
  mcpByPath(caller: Caller = 'paid') {
    return this.#session.mcpByPath(caller);
  }

  /**
   * Runs the command line with a caller's key, or without one.
   *
   * @throws {Error} after {@link cleanUp}
   */
  command(args: readonly string[], caller: Caller | 'anonymous' = 'paid'): Promise<CommandResult> {
    return this.#track(() => this.#session.commandLine(caller).run(args));
  }

  tools() {
    return this.#session.tools();
  }

  /**
   * Creates a monitor, which is deleted after the check. With the default {@link prompt}, the next run
   * has results in a test world.
   */
  async monitor(
    input: Input = {},
    caller: Caller = 'paid',
  ): Promise<{ id: string; body: unknown }> {
    const prompt = input['prompt'] ?? (await this.prompt());
    const body = await this.ok(operations.monitors.create, { ...input, prompt }, caller);
    if (this.hasWorld && prompt === (await this.prompt())) {
      // Replaced first, because a check may create several monitors at once.
      const story = this.#story;
      this.#story = arrivingStory(story.company);
      await this.world.addNews([newItem(story)]);
    }
    return { id: textAt(body, 'id'), body };
  }

  /** A prompt for the {@link story}. */
  async prompt(): Promise<string> {
    return `Tell me about ${this.hasWorld ? this.#story.company : await this.topic()}`;
  }

  /** The title and the source of an item that the next run of a new {@link monitor} may find. */
  async story(): Promise<{ title: string; source: string }> {
    if (this.hasWorld) return this.#story;
    const [item] = itemsOf(await this.ok(operations.news.latest, { limit: 1 }));
    return { title: textAt(item, 'title'), source: textAt(item, 'source') };
  }

  /**
   * Runs a new monitor on demand.
   *
   * @throws {NotChecked} if it has no results because no news has arrived since its creation
   */
  async run(id: string): Promise<unknown> {
    const run = await this.ok(operations.monitors.run, { id });
    if (this.hasWorld || listAt(run, 'results').length > 0) return run;
    throw new NotChecked('no news has arrived since the monitor was created');
  }

  /** Connects a webhook, which is disconnected after the check. Default URL: a new one. */
  async connect(
    webhook_url: string = exampleUrl(),
    input: Input = {},
    caller: Caller = 'paid',
  ): Promise<{ id: string; secret: string; body: unknown }> {
    const all = { platform: 'webhook', webhook_url, name: 'conformance check', ...input };
    const body = await this.ok(operations.delivery.connect, all, caller);
    const secret = textAt(body, 'signing_secret');
    const id = textAt(body, 'channel.id');
    return { id, secret, body };
  }

  /** A new address that the service can post to. */
  async callback(...responses: CallbackResponse[]): Promise<Callback> {
    return (await this.#session.receiver()).callback(...responses);
  }

  /** The title of a recent news item: a search or a monitor for it has results. */
  async topic(): Promise<string> {
    const { body } = await this.call(operations.news.latest, { limit: 1 }, 'paid', 'http');
    const title = titleIn(body);
    if (title === undefined) throw new NotChecked('the service has no news with a title');
    return title;
  }

  /**
   * Ends the trial and deletes what the check created. A check that timed out may still be running:
   * its calls in progress are awaited, and later ones fail.
   *
   * @returns what could not be deleted
   */
  async cleanUp(): Promise<LeftBehind[]> {
    this.#isOver = true;
    await Promise.allSettled(this.#pending);
    const left: LeftBehind[] = [];
    for (const { what, remove } of this.#created.reverse()) {
      if (!(await remove().catch(() => false))) left.push(what);
    }
    return left;
  }

  async #track<Result>(start: () => Promise<Result>): Promise<Result> {
    if (this.#isOver) throw new Error('the check is over');
    const call = start();
    this.#pending.add(call);
    return call.finally(() => this.#pending.delete(call));
  }

  #removeLater(operation: Operation, body: unknown, caller: Caller): void {
    const secret = valueAt(body, 'signing_secret');
    if (typeof secret === 'string') this.#session.signingSecrets.push(secret);
    const removal = removals.get(operation);
    const id = removal && valueAt(body, removal.idPath);
    if (!removal || typeof id !== 'string') return;
    const { kind, remove, field } = removal;
    this.#created.push({
      what: { kind, id },
      remove: async () => {
        if (await this.#isOffered(remove)) {
          const result = await this.#call(remove, { [field]: id }, caller, 'http');
          return !result.isError || valueAt(result.body, 'error') === 'not_found';
        }
        // Disabling a connection is the only documented way to stop it.
        if (kind === 'connection') {
          await this.#call(
            operations.delivery.set,
            { [field]: id, status: 'disabled' },
            caller,
            'mcp',
          );
        }
        return false;
      },
    });
  }

  /** @throws {NotChecked} if what the operation creates cannot be deleted, unless that is allowed */
  async #requireRemoval(operation: Operation): Promise<void> {
    const remove = removals.get(operation)?.remove;
    if (!remove || this.#session.deployment.leaveBehind || (await this.#isOffered(remove))) return;
    const advice = '--leave-behind runs the check anyway';
    throw new NotChecked(`the service has no ${remove.name} to clean up with; ${advice}`);
  }

  async #requireOffered(operation: Operation): Promise<void> {
    if (await this.#isOffered(operation)) return;
    throw new NotChecked(
      `the service has no ${operation.name}, which its contract does not require`,
    );
  }

  async #isOffered({ name }: Operation): Promise<boolean> {
    return (await this.tools()).some((tool) => tool.name === name);
  }
}

/** A URL in a reserved domain, different each time: two connections cannot have the same URL. */
export function exampleUrl(): string {
  return `https://hooks.example.com/conformance/${randomUUID()}`;
}
