const beyond = 255;
/** A text's units and two more: who looks at what comes next need not ask whether there is any. */
let memory = Buffer.alloc(16_384);

/**
 * The UTF-16 code units of a text, a byte for each: one that is no ASCII is 255, and two that are 0
 * follow the last. They hold until the next call.
 */
export function asciiOf(text: string): Buffer {
  const { length } = text;
  if (memory.length < length + 2) memory = Buffer.alloc(2 * length + 2);
  if (isAscii(text)) memory.write(text, 'latin1');
  else {
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      memory[at] = code < 128 ? code : beyond;
    }
  }
  memory[length] = 0;
  memory[length + 1] = 0;
  return memory;
}

const ascii = /^[\0-\x7f]*$/;

/** Whether every character of a text is ASCII. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}
