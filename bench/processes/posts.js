/** A process that only posts: the plain loop that the outbox is compared with. */
import { post } from '../harness/post.js';
import { offer, timed } from '../harness/processes.js';

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
