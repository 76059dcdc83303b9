import { ApiError } from '../../domain/api-error.ts';

/** A request beyond a limit: 429 with `Retry-After`. */
export class RateLimitedError extends ApiError {
  /** Seconds. */
  readonly retryAfter: number;

  /** @param what too many of what, such as `wrong keys` */
  constructor(what: string, retryAfter: number) {
    super('rate_limited', `too many ${what} from this address; try again in ${retryAfter} s`);
    this.retryAfter = retryAfter;
  }
}
