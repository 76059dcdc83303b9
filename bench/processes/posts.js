/** A process that makes nothing but posts: the bare loop that the outbox is measured by. */
import { Agent, request } from 'node:https';
import { offer, timed } from '../harness/processes.js';

const agent = new Agent({ keepAlive: true });

function post(url, id, body) {
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

let made = 0;

offer({
  /** The time of so many posts, so many at a time. */
  async post({ url, body, count, inFlight }) {
    let left = count;
    const sender = async () => {
      while (left-- > 0) await post(url, `evt_${made++}`, body);
    };
    return timed(() => Promise.all(Array.from({ length: inFlight }, sender)));
  },
});
