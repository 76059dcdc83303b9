// Preloaded into the server: reports how long its event loop was blocked, on a Unix socket.
const { createServer } = require('node:net');

const interval = 1;
let last = performance.now();
let lastUsage = process.cpuUsage();
let delays = [];

/** Milliseconds without a turn of the event loop, and those of them in which the process computed. */
function sample() {
  const now = performance.now();
  const usage = process.cpuUsage(lastUsage);
  const delay = now - last - interval;
  if (delay > 1) delays.push([delay, Math.min(delay, (usage.user + usage.system) / 1000)]);
  last = now;
  lastUsage = process.cpuUsage();
}
setInterval(sample, interval).unref();

createServer((socket) => {
  socket.on('error', () => {});
  socket.end(JSON.stringify(delays));
  delays = [];
})
  .listen(process.env.EVENT_LOOP_DELAY_SOCKET)
  .unref();
