/** Number of results that nDCG considers. */
const depth = 10;
/** Number of results that recall considers, and that a search returns. */
export const resultLimit = 100;

/**
 * The quality of a search: the means over the queries of a collection.
 *
 * @param search returns the ids of at most {@link resultLimit} items, best first
 */
export async function quality({ queries }, search) {
  const total = { ndcg: 0, recall: 0 };
  for (const { query, relevant } of queries) {
    const ids = await search(query);
    total.ndcg += ndcg(ids, relevant);
    total.recall += recall(ids, relevant);
  }
  return { ndcg: total.ndcg / queries.length, recall: total.recall / queries.length };
}

/** Normalized discounted cumulative gain: 1 for the best possible order. */
function ndcg(ids, relevant) {
  const ideal = Object.values(relevant).sort((a, b) => b - a);
  return discounted(ids.map((id) => relevant[id] ?? 0)) / discounted(ideal);
}

function discounted(gains) {
  return gains.slice(0, depth).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

function recall(ids, relevant) {
  const found = new Set(ids.slice(0, resultLimit));
  const wanted = Object.keys(relevant);
  return wanted.filter((id) => found.has(id)).length / wanted.length;
}
