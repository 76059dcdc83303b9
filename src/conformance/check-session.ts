import { once } from '../contract/once.ts';
import { CallbackReceiver } from './callback-receiver.ts';
import type { Caller, Deployment } from './deployment.ts';
import type { Need } from './need.ts';
import { CommandLine } from './surfaces/command-line.ts';
import { httpSurface } from './surfaces/http.ts';
import { HttpClient } from './surfaces/http-client.ts';
import { McpSurface } from './surfaces/mcp.ts';
import type { Surface, SurfaceName } from './surfaces/surface.ts';
import { NotChecked } from './violation.ts';

/** A deployment under check, with the connections to it. Everything is opened on first use. */
export class CheckSession {
  readonly deployment: Deployment;
  readonly http: HttpClient;
  /** The signing secrets of connections made by the checks. */
  readonly signingSecrets: string[] = [];
  /** The names of all MCP tools. */
  readonly tools = once(() => this.mcp('paid').tools());
  /** By path and caller. */
  readonly #mcp = new Map<string, McpSurface>();
  #receiver: Promise<CallbackReceiver> | undefined;

  constructor(deployment: Deployment) {
    this.deployment = deployment;
    this.http = new HttpClient(deployment);
  }

  has(need: Need): boolean {
    const { allowChanges, keys, receiver, publicAddressesOnly = true, testWorld } = this.deployment;
    const available: Record<Need, boolean> = {
      changes: allowChanges === true,
      'unpaid key': keys.unpaid !== undefined,
      'revoked key': keys.revoked !== undefined,
      'other key': keys.other !== undefined,
      receiver: receiver !== undefined,
      'public addresses only': publicAddressesOnly,
      'test world': testWorld !== undefined,
    };
    return available[need];
  }

  /** @throws {NotChecked} if there is no such key */
  key(caller: Caller): string {
    const key = this.deployment.keys[caller];
    if (key === undefined) throw new NotChecked(`there is no ${caller} key`);
    return key;
  }

  surface(name: SurfaceName, caller: Caller): Surface {
    if (name === 'mcp') return this.mcp(caller);
    if (name === 'cli') return this.commandLine(caller);
    return httpSurface(this.http, this.key(caller));
  }

  mcp(caller: Caller): McpSurface {
    const headers = { authorization: `Bearer ${this.key(caller)}` };
    return this.#mcpAt('/mcp', caller, headers);
  }

  /** The MCP endpoint with the key in its path. */
  mcpByPath(caller: Caller): McpSurface {
    return this.#mcpAt(`/mcp/${encodeURIComponent(this.key(caller))}`, caller, {});
  }

  /** The command line with a caller's key, or without one. */
  commandLine(caller: Caller | 'anonymous'): CommandLine {
    const key = caller === 'anonymous' ? undefined : this.key(caller);
    return new CommandLine(this.deployment, key);
  }

  /** @throws {Error} a system error if the receiver cannot listen */
  async open(): Promise<void> {
    if (this.has('receiver')) await this.receiver();
  }

  /** @throws {NotChecked} if the deployment has no receiver */
  receiver(): Promise<CallbackReceiver> {
    const { receiver } = this.deployment;
    if (receiver === undefined) throw new NotChecked('there is no receiver');
    this.#receiver ??= CallbackReceiver.start(receiver);
    return this.#receiver;
  }

  /** A text without API keys and signing secrets. */
  redacted(text: string): string {
    const secrets = [...Object.values(this.deployment.keys), ...this.signingSecrets];
    return secrets.reduce((result, secret) => result.replaceAll(secret, '***'), text);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#mcp.values()].map((surface) => surface.close()));
    const receiver = await this.#receiver?.catch(() => undefined);
    await Promise.all([this.http.close(), receiver?.close()]);
  }

  #mcpAt(path: string, caller: Caller, headers: Readonly<Record<string, string>>): McpSurface {
    const name = `${path} ${caller}`;
    const { origin } = this.deployment;
    const surface =
      this.#mcp.get(name) ?? new McpSurface(origin, path, this.http.fetchWith(headers));
    this.#mcp.set(name, surface);
    return surface;
  }
}
