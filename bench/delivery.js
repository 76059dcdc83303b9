/**
 * Deliveries per second, from runs of monitors to answers that are stored, through the durable
 * outbox; against a bare loop of `node:https` posts to the same receiver. 64 in flight in both.
 *
 *   npm run build && node bench/delivery.js [rounds] [runs]
 */
import { makeCertificate } from './certificate.js';
import {
  alternate,
  numbersOr,
  of,
  ratios,
  report,
  spread,
  startProcess,
  temporaryFolder,
} from './harness.js';

const [rounds, runs] = numbersOr(15, 16);
const connections = 400;
const count = runs * connections;
const folder = temporaryFolder();
const certificate = makeCertificate(folder);
const trusting = { env: { NODE_EXTRA_CA_CERTS: certificate.certificate } };

const endpoint = await startProcess('endpoint.js');
const url = await endpoint.ask('start', certificate);
const server = await startProcess('watch-server.js', trusting);
const urls = Array.from({ length: connections }, (_, n) => `${url}/${n}`);
await server.ask('start', { data: folder, monitors: (rounds + 2) * runs, urls });
const posts = await startProcess('posts.js', trusting);

async function durable() {
  const arrived = endpoint.ask('arrivals', { count });
  const time = await server.ask('deliver', runs);
  await arrived;
  return time;
}

async function bare() {
  const arrived = endpoint.ask('arrivals', { count });
  const body = await endpoint.ask('body');
  const time = await posts.ask('post', { url: `${url}/0`, body, count, inFlight: 64 });
  await arrived;
  return time;
}

// Both once before it counts.
await durable();
await bare();
const figures = await alternate({ bare, durable }, rounds);
const perSecond = of(figures, ({ seconds }) => count / seconds);
const work = of(figures, ({ work }) => (work / count) * 1e6);
report('delivery', {
  deliveries: count,
  bytes: Buffer.byteLength(await endpoint.ask('body')),
  per_second: { bare: spread(perSecond.bare), durable: spread(perSecond.durable) },
  ratio: ratios(perSecond, 'durable', 'bare'),
  target: '>= 0.5',
  // Of the sender's process alone, in microseconds for one delivery.
  work: { bare: spread(work.bare, 1), durable: spread(work.durable, 1) },
  ratio_of_work: ratios(work, 'bare', 'durable'),
});
await Promise.all([endpoint, server, posts].map((each) => each.end()));
