// Runs before each test file. Files of a project share processes and their modules, so that hooks in
// another helper would only be registered for the first file.
import { afterAll, afterEach } from 'vitest';
import { useNewHome } from './cli.ts';
import { closeAll } from './closing.ts';

useNewHome();

// Concurrent tests share the list of resources, so theirs are closed at the end of the file.
afterEach(async ({ task }) => {
  if (!task.concurrent) await closeAll();
});
afterAll(closeAll);

// @hono/node-server replaces these in the whole process, by default.
const { Request, Response } = globalThis;
afterAll(() => {
  Object.assign(globalThis, { Request, Response });
});
