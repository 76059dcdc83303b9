import type { Readable } from 'node:stream';
import { checkOptions } from '../contract/check-options.ts';
import {
  callback,
  type OptionTypes,
  object,
  objectWith,
  required,
} from '../contract/option-types.ts';
import { endpointTypes, type McpEndpoint, type McpTool } from './connection.ts';
import { type InputLine, inputLines, notMessage, rpcErrorCode } from './input-messages.ts';
import { idOf, idText, type Message, type MessageId, membersOf, withId } from './message.ts';
import { MessageTransport } from './message-transport.ts';
import { keptTools, repeatedName, type ToolFilter, toolsOf } from './tool-filter.ts';

/** Options of a {@link Bridge}. */
export interface BridgeOptions extends McpEndpoint {
  /** JSON-RPC messages, one on each line. */
  stdin: Readable;
  /** Writes one line of JSON. */
  write: (json: string) => void;
  /** Offers only some tools (default: all). Calls of other tools return `rejection` as result. */
  toolFilter?: ToolFilter | undefined;
  /** The error of an HTTP response that contains no JSON-RPC message. */
  toError: (response: Response) => Promise<Error>;
  /** Reports why a message or its response was lost; returns an error message for the assistant. */
  onFailure: (error: unknown) => string;
  /** The result of a failed tool call; `undefined` to respond with a JSON-RPC error instead. */
  toToolResult: (error: unknown) => object | undefined;
}

const optionTypes: OptionTypes<BridgeOptions> = {
  ...endpointTypes,
  stdin: required(objectWith('read', 'a Readable, such as process.stdin')),
  write: required(callback),
  toolFilter: object,
  toError: required(callback),
  onFailure: required(callback),
  toToolResult: required(callback),
};

/** Writes the response to a message; `undefined` if it gets none. */
type Respond = (json: string | undefined) => void;

/** A request without a response. */
interface PendingRequest {
  method: string;
  /** The text of its id. */
  id: string;
  respond: Respond;
}

/** Required in results by the current revision of the protocol; earlier revisions ignore it. */
const resultType = 'complete';

/**
 * Forwards JSON-RPC messages between stdio and an MCP server's HTTP endpoint, as they were received.
 * Only `toolFilter` changes them, so the bridge works with every revision of the protocol. The
 * messages of a batch are sent one by one, because only one revision has batches, and their responses
 * are written as a batch.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #remote: MessageTransport;
  /** Messages whose HTTP response has not started. */
  readonly #sending = new Set<Promise<void>>();
  readonly #pending = new Map<MessageId, PendingRequest>();
  readonly #listedTools = new Map<string, McpTool>();
  #onResponse: () => void = () => {};

  /** @throws {TypeError} if an option is unknown or missing, or has another type */
  constructor(options: BridgeOptions) {
    checkOptions('new Bridge()', options, optionTypes);
    this.#options = options;
    const { onFailure } = options;
    this.#remote = new MessageTransport({
      ...options,
      onMessages: (messages, requestId) => this.#receive(messages, requestId),
      onInvalidEvent: () =>
        void onFailure(new Error('an event of the service is not a JSON-RPC message')),
      onNoMoreResponse: (id, error) => this.#fail(id, error),
    });
  }

  /** Resolves when stdin has ended, every message is sent and every request has a response. */
  async run(): Promise<void> {
    await this.#remote.start();
    for await (const line of inputLines(this.#options.stdin)) {
      if ('rejection' in line) this.#reject(line.code, line.rejection, undefined, this.#write);
      else this.#start(line);
    }
    await Promise.all(this.#sending);
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onResponse = resolve;
      });
    }
  }

  /** Stops reading stdin and ends the connection. */
  async close(): Promise<void> {
    this.#options.stdin.destroy();
    await this.#remote.close();
  }

  readonly #write: Respond = (json) => {
    if (json !== undefined) this.#options.write(json);
  };

  #start({ messages, isBatch }: InputLine): void {
    const respond = isBatch ? batchOf(messages, this.#write) : this.#write;
    for (const message of messages) {
      const sending = this.#forward(message, respond).finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }

  async #forward(message: Message, respond: Respond): Promise<void> {
    const { kind, id } = message;
    const invalid = this.#invalidReason(message);
    if (invalid !== undefined) {
      const rawId = id === undefined ? undefined : idText(message);
      this.#reject(rpcErrorCode.invalidRequest, invalid, rawId, respond);
      return;
    }
    if (kind !== 'request' || id === undefined) {
      this.#forgetCanceled(message);
      await this.#remote.send(message).catch(this.#options.onFailure);
      return;
    }
    const method = String(message.fields['method']);
    this.#pending.set(id, { method, id: idText(message), respond });
    const rejection = this.#rejectionOf(message);
    if (rejection) {
      this.#finish(id, { result: { resultType, ...rejection } });
      return;
    }
    await this.#remote.send(message).catch((error: unknown) => this.#fail(id, error));
  }

  /** Why a message cannot be sent. */
  #invalidReason(message: Message): string | undefined {
    const { kind, id } = message;
    if (kind === 'invalid') return notMessage;
    if (kind === 'request' && id !== undefined && this.#pending.has(id)) {
      return `the id ${idText(message)} is that of a pending request, ${this.#pending.get(id)?.id}`;
    }
    const repeated = this.#options.toolFilter && repeatedName(message);
    return repeated && `the line has the member ${repeated} more than once`;
  }

  /** Responds to input that is not a JSON-RPC message. */
  #reject(code: number, message: string, id: string | undefined, respond: Respond): void {
    this.#options.onFailure(new Error(`standard input: ${message}`));
    const error = JSON.stringify({ code, message });
    respond(`{"jsonrpc":"2.0",${id === undefined ? '' : `"id":${id},`}"error":${error}}`);
  }

  /** A canceled request gets no response. */
  #forgetCanceled({ fields }: Message): void {
    if (fields['method'] !== 'notifications/cancelled') return;
    const id = idOf({ id: membersOf(fields['params'])['requestId'] });
    if (id !== undefined) this.#settle(id, undefined);
  }

  #rejectionOf({ fields }: Message): object | undefined {
    const { toolFilter } = this.#options;
    if (!toolFilter || fields['method'] !== 'tools/call') return undefined;
    const name = String(membersOf(fields['params'])['name']);
    const tool = this.#listedTools.get(name) ?? { name, inputSchema: {} };
    return toolFilter.offers(tool) ? undefined : toolFilter.rejection(name);
  }

  /**
   * Writes messages of the service, except responses to canceled and unknown requests.
   *
   * @param requestId the request that an error without id responds to
   */
  #receive(messages: readonly Message[], requestId?: MessageId): void {
    for (const message of messages) {
      if (message.kind !== 'response') {
        this.#options.write(message.text);
        continue;
      }
      const id = message.id ?? requestId;
      if (id === undefined) this.#options.write(message.text);
      else this.#respond(id, message);
    }
  }

  #respond(id: MessageId, message: Message): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    const { toolFilter } = this.#options;
    const result = membersOf(message.fields['result']);
    if (pending.method === 'initialize' && message.fields['result'] !== undefined) {
      this.#remote.setProtocolVersion(String(result['protocolVersion']));
    }
    // A server may have read a number that is too large for it, or no id.
    const text = id === message.id && isExact(id) ? message.text : withId(message, pending.id);
    if (pending.method !== 'tools/list' || !toolFilter) {
      this.#settle(id, text);
    } else {
      for (const tool of toolsOf(result)) this.#listedTools.set(tool.name, tool);
      this.#settle(id, keptTools(text, toolFilter));
    }
  }

  /** -32000 is in the range of implementation-defined server errors (JSON-RPC 2.0, section 5.1). */
  #fail(id: MessageId, error: unknown): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    const message = this.#options.onFailure(error);
    const result = pending.method === 'tools/call' ? this.#options.toToolResult(error) : undefined;
    this.#finish(
      id,
      result ? { result: { resultType, ...result } } : { error: { code: -32000, message } },
    );
  }

  /** Responds with a message of our own. */
  #finish(id: MessageId, outcome: { result: object } | { error: object }): void {
    const rest = JSON.stringify(outcome).slice(1);
    this.#settle(id, `{"jsonrpc":"2.0","id":${this.#pending.get(id)?.id},${rest}`);
  }

  #settle(id: MessageId, response: string | undefined): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.respond(response);
    this.#onResponse();
  }
}

/** Collects the responses to a batch and writes them together. */
function batchOf(messages: readonly Message[], write: Respond): Respond {
  const responses: string[] = [];
  let left = messages.filter(({ kind }) => kind === 'request' || kind === 'invalid').length;
  return (json) => {
    if (json !== undefined) responses.push(json);
    left -= 1;
    if (left === 0 && responses.length > 0) write(`[${responses.join(',')}]`);
  };
}

/** Whether every server reads an id as this client does. */
function isExact(id: MessageId): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
