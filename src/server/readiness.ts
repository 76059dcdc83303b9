/** Why a server should get no requests. */
export interface Unreadiness {
  reason: 'starting' | 'draining' | 'store' | 'disk_full' | 'clock_skew';
  message: string;
  /** The time of the server, RFC 3339; only for `clock_skew`. */
  server_time?: string;
  /** The time of the machine, RFC 3339; only for `clock_skew`. */
  system_time?: string;
}

/** The response body of `GET /readyz`. */
export interface ReadinessReport {
  status: 'ready' | 'not_ready';
  /** Empty if the server is ready. */
  reasons: readonly Unreadiness[];
  /** How signing secrets are stored; missing during the start. */
  secrets?: 'encrypted' | 'plain';
}

/** Finds reasons; it never rejects. */
type ReadinessCheck = () => Promise<readonly Unreadiness[]>;

const starting: Unreadiness = { reason: 'starting', message: 'the server is starting' };
const draining: Unreadiness = { reason: 'draining', message: 'the server is stopping' };

/** Whether the server should get requests: a load balancer asks with `GET /readyz`. */
export class Readiness {
  #phase: Unreadiness | undefined = starting;
  #checks: readonly ReadinessCheck[] = [];
  #secrets: Pick<ReadinessReport, 'secrets'> = {};
  #report: Promise<ReadinessReport> | undefined;

  get isDraining(): boolean {
    return this.#phase === draining;
  }

  /** Ends the start. */
  start(checks: readonly ReadinessCheck[], secrets: 'encrypted' | 'plain'): void {
    this.#checks = checks;
    this.#secrets = { secrets };
    this.#phase = undefined;
  }

  /** Begins the stop. */
  drain(): void {
    this.#phase = draining;
  }

  /** Concurrent calls share one run of the checks, so that requests cannot multiply the work. */
  async report(): Promise<ReadinessReport> {
    if (this.#phase) return { status: 'not_ready', reasons: [this.#phase], ...this.#secrets };
    this.#report ??= this.#runChecks().finally(() => {
      this.#report = undefined;
    });
    return this.#report;
  }

  async #runChecks(): Promise<ReadinessReport> {
    const found = await Promise.all(this.#checks.map((check) => check()));
    const reasons = [...(this.#phase ? [this.#phase] : []), ...found.flat()];
    return { status: reasons.length === 0 ? 'ready' : 'not_ready', reasons, ...this.#secrets };
  }
}
