import type { ErrorCode } from '../../../contract/error-status.ts';
import type { Explained } from './explanation.ts';

export const serviceErrors: Readonly<Record<ErrorCode, Explained>> = {
  invalid_request: ['The request is invalid.', 'Correct the fields that `issues` lists.'],
  rejected_destination: [
    'The service does not deliver to this URL: it is not public, not https or not a URL.',
    'Use a public https URL that you own.',
  ],
  unauthorized: [
    'The API key is missing, unknown or revoked.',
    'Create a key in the settings under Agents, then run newswatch auth login or set SERVICE_API_KEY.',
  ],
  plan_required: [
    'News and monitoring need a paid plan. Account overview, usage, briefings, and pausing, deleting, disabling and disconnecting do not.',
    'Show `url` to a human; never buy a plan automatically.',
  ],
  forbidden: [
    'You are not allowed to do this: a monitor belongs to somebody else, a quota of the plan is reached, or only the operator may do it.',
    'The message says who can allow it: the owner of the monitor, your team or the operator.',
  ],
  not_found: [
    'No resource of yours has this id or path.',
    'List your resources: monitors list, delivery get, news latest.',
  ],
  method_not_allowed: ['The path does not support this method.', 'See the `Allow` header.'],
  conflict: [
    'The state of a resource does not allow this: it already exists, has changed or has ended, or the owner of the monitor has no plan.',
    'The message names the conflict and how to resolve it.',
  ],
  payload_too_large: ['The request is larger than 1 MiB.', 'Send less data per request.'],
  unsupported_media_type: ['The body is not JSON.', 'Send Content-Type: application/json.'],
  rate_limited: [
    'There were too many requests; this one was not carried out.',
    'Wait as long as Retry-After says, or increase --retries and --timeout.',
  ],
  internal: ['The service failed unexpectedly.', 'Report it with the request id.'],
  unavailable: [
    'The service cannot reach its store. The message says whether anything may have been changed.',
    'Try again later; check before you repeat a write.',
  ],
};
