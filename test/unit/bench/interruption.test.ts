import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const harness = (file: string) => new URL(`../../../bench/harness/${file}`, import.meta.url).href;

/** Runs code in which `round()` blocks the event loop while a signal arrives, like a program that is measured. */
function run(code: string) {
  const script = `
    import { spawnSync } from 'node:child_process';
    import { atEnd } from '${harness('at-end.js')}';
    import { exitOnSignals, handleSignals } from '${harness('interruption.js')}';
    import { alternate } from '${harness('rounds.js')}';
    exitOnSignals();
    atEnd(() => process.stdout.write('cleaned up'));
    const round = () => {
      process.stdout.write('round ');
      process.kill(process.pid, 'SIGTERM');
      spawnSync(process.execPath, ['-e', '']);
    };
    ${code}
    process.stdout.write('continued');`;
  const args = ['--input-type=module', '--eval', script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const interrupted = {
  status: 143,
  stdout: 'round cleaned up',
  stderr: 'interrupted by SIGTERM\n',
};

it('ends a run between two rounds if a signal arrived during the first', () => {
  expect(run('await alternate({ round }, 2);')).toEqual(interrupted);
});

it('ends a run whose row has failed because of the signal', () => {
  expect(run('round(); await handleSignals();')).toEqual(interrupted);
});
