/** The metrics at a URL: the value of each series, such as `newswatch_runs_total{trigger="schedule",status="failed"}`. */
export async function scrape(url: string | undefined): Promise<Map<string, number>> {
  const text = await (await fetch(url ?? '')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
