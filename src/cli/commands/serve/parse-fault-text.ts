import type { Fault, ResponseFault } from 'newswatch/server';
import { didYouMean } from '../../../contract/did-you-mean.ts';
import { invalidInput, invalidValue } from '../../errors/failure.ts';

const responseFaults = [
  'reset',
  'cut',
  'hang',
  'truncated',
  'bad-json',
  'html',
  'wrong-type',
] as const satisfies ResponseFault[];

const form = 'operation=effect[,effect…][:times], such as news.search=429,retry-after=30:2';

/**
 * Parses a value of `--fault`. The server checks the operation, and which effects go together.
 *
 * @throws {Failure} if it has another form, or an effect is unknown
 */
export function parseFaultText(text: string): Fault {
  const [, operation, effects, times] = /^([\w.*]+)=([^:]+)(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (operation === undefined || effects === undefined) throw invalidValue('--fault', form, text);
  const fault: Fault = {
    // The server checks it.
    operation: operation as Fault['operation'],
    ...(times !== undefined && { times: Number(times) }),
  };
  for (const effect of effects.split(',')) {
    const added = parseEffect(effect);
    const [repeated] = Object.keys(added).filter((name) => name in fault);
    if (repeated !== undefined) {
      throw invalidInput(`--fault ${text}: ${effect} contradicts an effect before it`);
    }
    Object.assign(fault, added);
  }
  return fault;
}

function parseEffect(effect: string): Partial<Fault> {
  if (/^\d{3}$/.test(effect)) return { status: Number(effect) };
  const response = responseFaults.find((each) => each === effect);
  if (response) return { response };
  const [, name = '', value] = /^([\w-]+)=(\d{1,9})$/.exec(effect) ?? [];
  if (name === 'retry-after') return { retryAfter: Number(value) };
  if (name === 'delay') return { delay: Number(value) };
  const known = [...responseFaults, 'retry-after=seconds', 'delay=ms'];
  throw invalidInput(
    `--fault: unknown effect ${JSON.stringify(effect)}${didYouMean(effect, responseFaults)}`,
    `Effects are a status code, ${known.join(', ')}`,
  );
}
