/** What a word or a number of the program, the service or a delivery means. */
export interface CodeExplanation {
  code: string;
  /** Where it is met. */
  kind:
    | 'exit_code'
    | 'service_error'
    | 'program_error'
    | 'delivery_status'
    | 'delivery_error'
    | 'webhook_reason';
  /** The HTTP status of a service's error, or the one that a receiver answered with. */
  status?: number;
  meaning: string;
  way_out: string;
}

/** What something means, and the way out. */
export type Pair = readonly [meaning: string, wayOut: string];
