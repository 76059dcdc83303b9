/** Why an agent gave no results, in words for the run's reader. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure';
  /** The end of what the program wrote to stderr: for the operator's log alone. */
  readonly complaint: string;

  constructor(problem: string, complaint = '') {
    super(`the agent ${problem}`);
    this.complaint = complaint;
  }
}
