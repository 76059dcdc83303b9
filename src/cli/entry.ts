import { version } from '../../package.json';
import { Interruption } from './interruption.ts';
import { Output } from './output/output.ts';

// Before the rest of the program is loaded, so that a signal has the same exit code at any time.
const interruption = new Interruption(process);
// Some libraries log with these, but stdout has only the program's own output.
const { error } = globalThis.console;
Object.assign(globalThis.console, { log: error, info: error, debug: error });

const args = process.argv.slice(2);

// Scripts call --version often, so it is printed without loading the rest of the program.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  new Output(process.stdout, process.stderr).plainText(version);
} else {
  void import('./main.ts').then(({ main }) => main(args, process, interruption));
}
