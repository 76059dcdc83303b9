import type { ServiceResponse } from '../../../../client/raw-client.ts';

/** The service did not make the connection. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly response: ServiceResponse;

  constructor(response: ServiceResponse) {
    super(`the service responded with ${response.status}`);
    this.response = response;
  }
}
