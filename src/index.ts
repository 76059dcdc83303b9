/** The typed client of the service and the types of its data. */

export { type Client, type ClientOptions, createClient } from './client/client.ts';
export {
  InputError,
  InvalidResponseError,
  NetworkError,
  ServiceError,
  SettingError,
} from './client/errors.ts';
export type { CallOptions } from './client/raw-client.ts';
export type { ServiceRequest } from './client/request.ts';
export type { CallAttempt } from './client/with-retries.ts';
export type { Alert } from './contract/alerts.ts';
export type { Briefing } from './contract/briefings.ts';
export type { Channel, WebhookDelivery } from './contract/delivery.ts';
export type { ErrorBody, ErrorCode, Issue, PlanRequired } from './contract/errors.ts';
export type { Monitor } from './contract/monitor.ts';
export type { NewsItem } from './contract/news.ts';
export type { Run, RunResult } from './contract/run.ts';
