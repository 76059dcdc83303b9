import { Interruption } from './interruption.ts';
import { main } from './main.ts';

const args = process.argv.slice(2);

if (args[0] === '__keychain') {
  void import('./sign-in/keychain-process.ts').then(({ answerRequest }) => answerRequest());
} else {
  const interruption = new Interruption(process);
  // Some libraries log with these, but stdout has only the program's own output.
  const { error } = globalThis.console;
  Object.assign(globalThis.console, { log: error, info: error, debug: error });

  void main(args, process, interruption);
}
