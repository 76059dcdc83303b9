/**
 * The typed client of the service and the types of its data.
 *
 * @module newswatch
 */

export type { CallOptions } from './client/call-options.ts';
export { type Client, type CreateClient, createClient } from './client/client.ts';
export type {
  ClientOptions,
  FetchFunction,
  FetchInit,
  FetchResponse,
  RequestDispatcher,
} from './client/client-options.ts';
export {
  InputError,
  InvalidResponseError,
  NetworkError,
  type NetworkErrorCode,
  NewswatchError,
  ServiceError,
  type ServiceErrorBody,
  SettingError,
} from './client/errors.ts';
export type { FollowAlertsInput, FollowDeliveriesInput } from './client/follow/follow-options.ts';
export type { HeaderInput } from './client/header-input.ts';
export type { ListPromise } from './client/list-promise.ts';
export type { ServiceRequest } from './client/request.ts';
export type { ResponseDetails, ResponsePromise } from './client/response-promise.ts';
export type { CallAttempt } from './client/with-retries.ts';
export type { ErrorCode } from './contract/error-status.ts';
export type * from './generated/data.ts';
export type * from './generated/operations.ts';
