/** What a code of the program, the service or a delivery means. */
export interface CodeExplanation {
  code: string;
  /** Where the code occurs. */
  kind:
    | 'exit_code'
    | 'service_error'
    | 'program_error'
    | 'delivery_status'
    | 'delivery_error'
    | 'webhook_reason';
  /** The HTTP status code, if the code has one. */
  status?: number;
  meaning: string;
  hint: string;
}

export type Explained = readonly [meaning: string, hint: string];
