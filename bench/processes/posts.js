/** A process that only posts: the plain loop that the outbox is compared with. */
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
  /** Times a number of posts with a number in flight. */
  async post({ url, body, count, inFlight }) {
    let left = count;
    const sender = async () => {
      while (left-- > 0) await post(url, `evt_${made++}`, body);
    };
    return timed(() => Promise.all(Array.from({ length: inFlight }, sender)));
  },
});
