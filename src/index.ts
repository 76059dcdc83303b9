/** The typed client of the service and the types of its data. */

export type { CallOptions } from './client/call-options.ts';
export { type Client, createClient } from './client/client.ts';
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
  NewswatchError,
  ServiceError,
  SettingError,
} from './client/errors.ts';
export type { FollowAlertsInput, FollowDeliveriesInput } from './client/follow-options.ts';
export type { ListPromise } from './client/list-promise.ts';
export type { ServiceRequest } from './client/request.ts';
export type { ResponseDetails, ResponsePromise } from './client/response-promise.ts';
export type { CallAttempt } from './client/with-retries.ts';
export type { Alert } from './contract/alerts.ts';
export type { Briefing } from './contract/briefings.ts';
export type { Channel, WebhookDelivery } from './contract/delivery.ts';
export type { ErrorBody, ErrorCode, Issue, PlanRequired } from './contract/errors.ts';
export type { Monitor } from './contract/monitor.ts';
export type { NewsItem } from './contract/news.ts';
export type { Run, RunResult } from './contract/run.ts';
