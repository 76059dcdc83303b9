import { operationList, operations } from '../../contract/operations.ts';
import type { CheckedStatement } from '../statement.ts';
import { parseJson } from '../surfaces/http.ts';
import { ensure } from '../violation.ts';

const { account, delivery, monitors, news, usage } = operations;

/** docs/service.md §4 */
export const http: readonly CheckedStatement[] = [
  {
    id: '4-1',
    text: 'The paths are relative to the origin of the service.',
    check: async (trial) => {
      const { status } = await trial.send({ method: 'GET', path: account.overview.path });
      ensure(status === 200, `${trial.origin}${account.overview.path}: status ${status}`);
    },
  },
  {
    id: '4-2',
    text: 'Bodies of requests are JSON; anything else is an error.',
    check: async (trial) => {
      const { path } = news.search;
      const { status } = await trial.send({ method: 'POST', path, body: 'query=rates' });
      ensure(status >= 400 && status < 500, `a form as body: status ${status}`);
    },
  },
  {
    id: '4-3',
    text: 'Responses are JSON.',
    check: async (trial) => {
      for (const { path } of [account.overview, usage, monitors.list, delivery.get]) {
        const { headers, text } = await trial.send({ method: 'GET', path });
        ensure(/[/+]json/.test(headers['content-type'] ?? ''), `${headers['content-type']}`);
        parseJson(text, path);
      }
    },
  },
  {
    id: '4-4',
    text: 'Every call needs authentication.',
    check: async (trial) => {
      for (const operation of operationList.filter(({ documented }) => documented)) {
        const path = operation.path.replace(/\{\w+\}/g, 'none');
        const request = { method: operation.method, path };
        for (const headers of [{}, { authorization: 'Bearer no-such-key' }]) {
          const { status } = await trial.send({ ...request, headers }, 'anonymous');
          ensure(status === 401, `${operation.name}: status ${status}`);
        }
      }
    },
  },
];
