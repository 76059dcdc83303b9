import type { Operation } from '../../contract/operation.ts';
import type { OperationName } from '../../generated/operations.ts';
import { redactJson } from '../../node/redact-json.ts';
import type { ParsedFault } from './fault.ts';
import type { WritableJournal } from './journal.ts';
import type { JournaledRequest } from './journaled-request.ts';

/** A request and its response, for the journal and for faults. */
export class Exchange {
  readonly #journal: WritableJournal<JournaledRequest>;
  readonly #redact: (text: string) => string;
  readonly #first: JournaledRequest;
  readonly #entries: JournaledRequest[] = [];
  #fault: ParsedFault | undefined;

  /**
   * @param request the fields that are known when the request arrives
   * @param redact conceals secrets in the path and the input
   */
  constructor(
    journal: WritableJournal<JournaledRequest>,
    request: Pick<JournaledRequest, 'time' | 'requestId' | 'method' | 'path'>,
    redact: (text: string) => string,
  ) {
    this.#journal = journal;
    this.#redact = redact;
    const empty = { operation: null, account: null, status: null, fault: null, input: null };
    this.#first = { ...request, path: redact(request.path), ...empty };
  }

  /** The fault of the response. */
  get fault(): ParsedFault | undefined {
    return this.#fault;
  }

  /** Records the call of an operation. A batch of MCP messages may have several. */
  begin({ name }: Operation): void {
    this.#entries.push({ ...this.#first, operation: name as OperationName });
  }

  /** Sets the input of the last call. */
  setInput(input: unknown): void {
    const entry = this.#entries.at(-1);
    if (!entry || !this.#journal.isRecording) return;
    entry.input = redactJson(input ?? null, this.#redact);
  }

  setFault(fault: ParsedFault): void {
    this.#fault = fault;
    const { code: _, times: __, ...applied } = fault;
    for (const entry of this.#entries) entry.fault = applied;
  }

  /** Adds the request to the journal. */
  end(status: number | null, account: string | undefined): void {
    if (this.#entries.length === 0) this.#entries.push(this.#first);
    for (const entry of this.#entries) {
      Object.assign(entry, { status, account: account ?? null });
      this.#journal.add(entry, JSON.stringify(entry).length);
    }
  }
}
