/** A plain post over connections that are kept open. */
import { Agent, request } from 'node:https';

const agent = new Agent({ keepAlive: true });

/** Posts a body with headers like those of a delivery; resolves when the response has ended. */
export function post(url, id, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-service-signature': `v1=${'0'.repeat(64)}`,
      'x-service-timestamp': '1700000000',
      'x-service-event-id': id,
    };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
