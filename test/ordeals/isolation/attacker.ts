import type { HostileGenerator, HostileTarget } from './generator.ts';

// Runs one generator, whose file is the argument, until the process is killed.
const { generator } = (await import(process.argv[2] ?? '')) as { generator: HostileGenerator };
process.on('message', (target: HostileTarget) => void generator.attack(target));
process.on('disconnect', () => process.exit());
process.send?.((await generator.prepare?.()) ?? []);
