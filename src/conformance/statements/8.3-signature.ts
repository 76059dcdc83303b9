import { connectMonitor, deliveredEvent, firstEvent, webhookTimeout } from '../alert-delivery.ts';
import type { ReceivedRequest } from '../callback-receiver.ts';
import { describe } from '../json.ts';
import { eventNeeds } from '../need.ts';
import { ensureSigned, headerText } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { ensure } from '../violation.ts';

const second = 1000;

/** docs/service.md §8.3 */
export const signature: readonly CheckedStatement[] = [
  {
    id: '8.3-1',
    text: '`X-Service-Signature` is `v1=` and the hexadecimal HMAC-SHA256 of timestamp, `.` and body.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request, secret } = await deliveredEvent(trial);
      const signature = headerText(request, 'x-service-signature');
      ensure(/^v1=[0-9a-f]{64}(,|$)/.test(signature), `it is ${describe(signature)}`);
      ensureSigned(request, secret);
    },
  },
  {
    id: '8.3-2',
    text: "The signature's key is the signing secret of the connection.",
    needs: eventNeeds,
    check: async (trial) => {
      const created = await connectMonitor(trial);
      const callback = await trial.callback();
      const { monitorId } = created;
      const { secret } = await trial.connect(callback.url, { monitor_id: monitorId });
      ensure(secret !== created.secret, 'two connections have the same secret');
      const { request } = await firstEvent(trial, created);
      const [other] = await callback.wait(1, webhookTimeout);
      ensureSigned(request, created.secret);
      ensure(other !== undefined, 'the second connection got no event');
      ensureSigned(other, secret);
    },
  },
  {
    id: '8.3-3',
    text: 'The signature covers the exact body: it is over the bytes that were sent.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request, secret } = await deliveredEvent(trial);
      const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
      ensureSigned(request, secret);
      ensure(!isSigned(changed, secret), 'another body has the same signature');
    },
  },
  {
    id: '8.3-4',
    text: '`X-Service-Timestamp` is the time of the attempt.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      const text = headerText(request, 'x-service-timestamp');
      const time = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text);
      const difference = Math.abs(time - Date.now()) / second;
      ensure(difference < 300, `${text} is ${difference} s from now`);
    },
  },
  {
    id: '8.3-5',
    text: '`X-Service-Event-Id` equals the `id` of the payload.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request, event } = await deliveredEvent(trial);
      const id = headerText(request, 'x-service-event-id');
      ensure(id === event['id'], `it is ${describe(id)}, the id ${describe(event['id'])}`);
    },
  },
];

function isSigned(request: ReceivedRequest, secret: string): boolean {
  try {
    ensureSigned(request, secret);
    return true;
  } catch {
    return false;
  }
}
