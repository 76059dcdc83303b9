/** Whether an amount rises or falls. */
export type Direction = 'up' | 'down';

const directions: readonly (readonly [Direction, RegExp])[] = [
  [
    'up',
    /(?<!\p{L})(?:up|rise|rises|rose|rising|increas(?:e|es|ed|ing)|gr[eo]w(?:s|th)?|jump(?:s|ed)?|climb(?:s|ed)?|higher|gain(?:s|ed)?|soar(?:s|ed)?)(?:\s+(?:by|of))?\s*$/iu,
  ],
  [
    'down',
    /(?<!\p{L})(?:down|falls?|fell|falling|drop(?:s|ped)?|decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|lower|plunge[sd]?|slump(?:s|ed)?|slid(?:es?)?)(?:\s+(?:by|of))?\s*$/iu,
  ],
];

/** The direction that the words at the end of a text name. */
export function directionOf(text: string): Direction | undefined {
  return directions.find(([, pattern]) => pattern.test(text))?.[0];
}
