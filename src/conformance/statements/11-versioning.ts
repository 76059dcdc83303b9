import { operationList } from '../../contract/operations.ts';
import { deliveredEvent } from '../alert-delivery.ts';
import { listAt, textAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import { headerText } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { ensure } from '../violation.ts';

/** docs/service.md §11 */
export const versioning: readonly CheckedStatement[] = [
  {
    id: '11-1',
    text: 'HTTP paths carry the version `v1`.',
    check: async (trial) => {
      for (const { name, path, documented } of operationList) {
        ensure(!documented || path.startsWith('/api/v1/'), `${name} is at ${path}`);
      }
      const { status } = await trial.send({ method: 'GET', path: '/api/account/overview' });
      ensure(status === 404, `without a version: status ${status}`);
    },
  },
  {
    id: '11-2',
    text: 'The signature scheme is labelled `v1=`.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      const signature = headerText(request, 'x-service-signature');
      ensure(signature.startsWith('v1='), `the signature is ${signature.slice(0, 8)}...`);
    },
  },
  {
    id: '11-3',
    text: '`news.alert` keeps the fields `type` and `articles`.',
    needs: eventNeeds,
    check: async (trial) => {
      const { event } = await deliveredEvent(trial);
      textAt(event, 'type');
      listAt(event, 'articles');
    },
  },
  {
    id: '11-4',
    text: '`news.alert` has the added fields `run_id` and `results`.',
    needs: eventNeeds,
    check: async (trial) => {
      const { event } = await deliveredEvent(trial);
      textAt(event, 'run_id');
      listAt(event, 'results');
    },
  },
  {
    id: '11-5',
    text: 'The command line is version 1.1.1.',
    surfaces: ['cli'],
    check: async (trial) => {
      const { stdout } = await trial.command(['--version']);
      ensure(/\b1\.1\.1\b/.test(stdout), `it is ${stdout.trim()}`);
    },
  },
];
