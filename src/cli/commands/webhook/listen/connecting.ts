/** Milliseconds; longer than the receiver waits for its handlers. */
export const shutdownGrace = 15_000;

/** What the receiver needs from a connection that is made when it listens. */
export interface Connecting {
  /** Makes the connection, and returns its signing secret. */
  connect(url: string): Promise<readonly string[]>;
  /** For the ready line. */
  describe(): object;
  /** What to say after it, which scripts expect first. */
  notes(): readonly string[];
  disconnect(): Promise<void>;
}
