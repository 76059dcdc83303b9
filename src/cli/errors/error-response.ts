import type { ServiceResponse } from '../../client/raw-client.ts';

/** Thrown when the service responds with an error status. */
export class ErrorResponse extends Error {
  override readonly name = 'ErrorResponse';
  readonly response: Pick<ServiceResponse, 'status' | 'text' | 'retryAfter' | 'requestId'>;

  constructor(response: ErrorResponse['response']) {
    super(`the service responded with status ${response.status}`);
    this.response = response;
  }
}
