import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closing } from '../../helpers/closing.ts';
import type { HostileTarget } from './generator.ts';

const attacker = fileURLToPath(new URL('attacker.ts', import.meta.url));

/** An attack in a process of its own, so that it does not slow the good clients. */
export class Attack {
  /** Additional arguments of the attacked server. */
  readonly serverArguments: string[];
  readonly #child: ChildProcess;

  /** @param file the file of the generator */
  static async prepare(file: string): Promise<Attack> {
    const child = fork(attacker, [file], { execArgv: ['--import', 'tsx'] });
    closing({ close: async () => child.kill('SIGKILL') });
    const [serverArguments] = (await once(child, 'message')) as [string[]];
    return new Attack(child, serverArguments);
  }

  private constructor(child: ChildProcess, serverArguments: string[]) {
    this.#child = child;
    this.serverArguments = serverArguments;
  }

  begin(target: HostileTarget): void {
    this.#child.send(target);
  }

  /** @throws {Error} if the attack has ended before */
  end(): void {
    if (this.#child.exitCode !== null) throw new Error('the generator failed: see stderr');
    this.#child.kill('SIGKILL');
  }
}
