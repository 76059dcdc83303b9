/** A loop of plain posts to compare deliveries with: resolves with its time when all have arrived. */
export function plainPosts({ endpoint, posts, url, count, inFlight }) {
  return async () => {
    const arrived = endpoint.ask('arrivals', { count });
    const body = await endpoint.ask('body');
    const time = await posts.ask('post', { url: `${url}/0`, body, count, inFlight });
    await arrived;
    return time;
  };
}
