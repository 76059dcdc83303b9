import { type HostileGenerator, repeat, send } from '../generator.ts';

const length = 10_000;
const words = (word: (index: number) => string, separator = ' ') =>
  Array.from({ length }, (_, index) => word(index))
    .join(separator)
    .slice(0, length);

/** Prompts that are expensive to parse or to match. */
export const hostilePrompts = [
  words((index) => `word${index.toString(36)}`),
  words(() => 'strike'),
  words((index) => `Plain Bank${index} of`),
  words((index) => `grain${index} wheat`, ', or '),
  words((index) => String.fromCharCode(0x4e00 + index), ''),
  words(() => '"', ''),
  words((index) => `"phrase ${index}"`),
  `${words(() => '(', '').slice(1)}a`,
  `A${words(() => '.', '').slice(2)}a`,
  `a${words((index) => '\u20d0\u20e8'[index % 2] ?? '', '').slice(1)}`,
  words(() => '👨‍👩‍👧‍👦', ''),
  words((index) => `if cocoa${index}`),
  `otters https://a.example/${words(() => ')', '')}`.slice(0, length),
  `otters https:${words(() => '//', '')}`.slice(0, length),
  words((index) => `"strike at port" grain${index} wheat`),
];

export const generator: HostileGenerator = {
  name: 'monitors with prompts of 10,000 characters',
  attack: (target) =>
    repeat(8, (round) => {
      const prompt = hostilePrompts[round % hostilePrompts.length];
      return send(target, '/api/v1/monitors', { prompt });
    }),
};
