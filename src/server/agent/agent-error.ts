/** The agent failed or returned invalid results. Users of the monitor see the message. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  /** The end of the agent's stderr output, only for the server's log. */
  readonly stderr: string;

  constructor(problem: string, stderr = '') {
    super(`the agent ${problem}`);
    this.stderr = stderr;
  }
}
