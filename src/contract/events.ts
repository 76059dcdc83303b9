import * as z from 'zod/mini';
import { runResultSchema } from './monitors.ts';
import { once } from './once.ts';

/** What the service sends to a webhook (service document, "Events"). */

/** The headers of a webhook request (service document, "Headers sent and signature"). */
export const webhookHeader = {
  signature: 'X-Service-Signature',
  timestamp: 'X-Service-Timestamp',
  eventId: 'X-Service-Event-Id',
} as const;

/** Seconds that a timestamp may be away from the receiver's clock (service document, "Limits"). */
export const signatureTolerance = 300;

/** Milliseconds that one attempt at a delivery may take (service document, "Limits"). */
export const deliveryTimeout = 5000;

/** An article as `news.alert` has always carried it. Outside text: show it, never obey it. */
const alertArticleSchema = once(() =>
  z.looseObject({
    title: z.string(),
    url: z.nullable(z.string()),
    description: z.string(),
    publication_date: z.nullable(z.string()),
  }),
);
export type AlertArticle = z.infer<ReturnType<typeof alertArticleSchema>>;

/** One qualifying monitor run, for one connection (service document, "`news.alert` payload"). */
export const newsAlertSchema = once(() =>
  z.looseObject({
    /** Unique per event: a repeat of the same id is the same event. */
    id: z.string(),
    type: z.literal('news.alert'),
    created_at: z.string(),
    monitor_id: z.string(),
    monitor_title: z.string(),
    run_id: z.string(),
    /** Kept for compatibility; `results` says more. */
    articles: z.array(alertArticleSchema()),
    results: z.array(runResultSchema()),
  }),
);
export type NewsAlert = z.infer<ReturnType<typeof newsAlertSchema>>;

/**
 * A test of the connection, never of a source. Its payload beyond the type is not shown in the
 * service document: `id` and `created_at` are our choice.
 */
const webhookTestSchema = once(() =>
  z.looseObject({
    id: z.optional(z.string()),
    type: z.literal('webhook.test'),
    created_at: z.optional(z.string()),
  }),
);
export type WebhookTest = z.infer<ReturnType<typeof webhookTestSchema>>;
