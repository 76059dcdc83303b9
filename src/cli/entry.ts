import { Interruption } from './interruption.ts';

const args = process.argv.slice(2);

if (args[0] === '__keychain') {
  void import('./sign-in/keychain-process.ts').then(({ answerRequest }) => answerRequest());
} else {
  // Before the rest of the program is loaded, so that a signal has the same exit code at any time.
  const interruption = new Interruption(process);
  // Some libraries log with these, but stdout has only the program's own output.
  const { error } = globalThis.console;
  Object.assign(globalThis.console, { log: error, info: error, debug: error });

  void import('./main.ts').then(({ main }) => main(args, process, interruption));
}
