// Makes one call with `createClient()`. Exits with the code that the command line has for the same end.
import { createClient } from 'newswatch';

const [baseUrl] = process.argv.slice(2);
const { SERVICE_API_KEY: apiKey, SERVICE_TIMEOUT: seconds } = process.env;
const client = createClient({
  baseUrl,
  apiKey,
  timeout: Number(seconds) * 1000,
  retries: 9,
});
const controller = new AbortController();
let code = 1;
for (const [signal, exitCode] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(signal, () => {
    code = exitCode;
    controller.abort(signal);
  });
}

try {
  await client.news.latest({}, { signal: controller.signal });
} catch (error) {
  if (controller.signal.aborted) process.exitCode = error === controller.signal.reason ? code : 1;
  else if (error.code === 'ETIMEDOUT') process.exitCode = 7;
  else process.exitCode = { 429: 6, 503: 8 }[error.status] ?? 1;
}
// The process ends by itself: the client leaves nothing open.
await client.close();
