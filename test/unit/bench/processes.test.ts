import { expect, it } from 'vitest';
import { endRow } from '../../../bench/harness/at-end.js';
import { startProcess } from '../../../bench/harness/processes.js';

it('rejects what a process is asked after its end, and ends it again without waiting', async () => {
  const endpoint = await startProcess('endpoint.js');
  await endRow();
  await expect(endpoint.ask('startDead', undefined)).rejects.toThrow('endpoint.js ended with 0');
  await endpoint.end();
});
