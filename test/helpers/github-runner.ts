import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { folderEnv } from './examples.ts';

/** The parts of a step of a workflow or a composite action that are emulated. */
interface Step {
  id?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  env?: Record<string, string>;
}

/** The parts of a job of a workflow that are emulated. */
export interface Job {
  env?: Record<string, string>;
  steps: Step[];
}

interface Action {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

interface JobResult {
  /** The exit code of the last step. */
  code: number;
  log: string;
  /** The variables that steps wrote to `GITHUB_ENV`. */
  env: Record<string, string>;
  /** The outputs of the steps with an id. */
  outputs: Record<string, Record<string, string>>;
  summary: string;
}

/** Values of expressions, such as `secrets.SERVICE_API_KEY`. */
type Context = Record<string, Record<string, string>>;

/**
 * Runs the steps of a job in a folder until one fails, as a runner does. Actions of others, such as
 * `actions/checkout`, are skipped; those at a path are run if they are composite.
 */
export async function runJob(folder: string, job: Job, context: Context = {}): Promise<JobResult> {
  const runner = new Runner(folder, context);
  const code = await runner.run(job.steps, job.env ?? {});
  return { ...runner, code, summary: readFileSync(runner.summaryFile, 'utf8') };
}

class Runner {
  log = '';
  readonly env: Record<string, string> = {};
  readonly outputs: Record<string, Record<string, string>> = {};
  readonly summaryFile: string;
  readonly #folder: string;
  readonly #temporary: string;
  readonly #context: Context;

  constructor(folder: string, context: Context) {
    this.#folder = folder;
    this.#context = context;
    this.#temporary = mkdtempSync(join(folder, 'runner-'));
    this.summaryFile = join(this.#temporary, 'summary');
    writeFileSync(this.summaryFile, '');
  }

  async run(steps: readonly Step[], env: Record<string, string>, extra = {}): Promise<number> {
    for (const step of steps) {
      const { code, outputs } = await this.#step(step, env, { ...this.#context, ...extra });
      if (step.id !== undefined) this.outputs[step.id] = outputs;
      if (code !== 0) return code;
    }
    return 0;
  }

  async #step({ uses, with: inputs, run, env }: Step, jobEnv: object, context: Context) {
    if (uses?.startsWith('./')) return this.#action(uses, inputs ?? {}, context);
    if (run === undefined) return { code: 0, outputs: {} };
    return this.#script(run, this.#evaluateAll({ ...jobEnv, ...env }, context), context);
  }

  async #action(uses: string, given: Record<string, unknown>, context: Context) {
    const path = join(this.#folder, uses);
    const action: Action = parse(readFileSync(join(path, 'action.yml'), 'utf8'));
    const inputs = Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
        name,
        String(given[name] ?? value),
      ]),
    );
    const inner = { ...context, inputs, github: { action_path: path } };
    const code = await this.run(action.runs.steps, {}, inner);
    const outputs = Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [
        name,
        this.#evaluate(value, inner),
      ]),
    );
    return { code, outputs };
  }

  async #script(script: string, env: Record<string, string>, context: Context) {
    const [outputFile, envFile] = ['output', 'env'].map((name) => join(this.#temporary, name));
    for (const file of [outputFile, envFile]) writeFileSync(file ?? '', '');
    const variables = {
      ...this.env,
      ...env,
      RUNNER_TEMP: this.#temporary,
      GITHUB_OUTPUT: outputFile ?? '',
      GITHUB_ENV: envFile ?? '',
      GITHUB_STEP_SUMMARY: this.summaryFile,
    };
    const { code, log } = await bash(this.#folder, this.#evaluate(script, context), variables);
    this.log += log;
    Object.assign(this.env, assignments(envFile));
    return { code, outputs: assignments(outputFile) };
  }

  #evaluateAll(values: object, context: Context): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.#evaluate(String(value), context)]),
    );
  }

  #evaluate(text: string, context: Context): string {
    const all = { ...context, steps: this.outputs };
    return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, path: string) => {
      const names = path.split('.').filter((name) => name !== 'outputs');
      const value = names.reduce<unknown>((object, name) => Reflect.get(Object(object), name), all);
      return String(value ?? '');
    });
  }
}

function assignments(file = ''): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function bash(folder: string, script: string, env: Record<string, string>) {
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script];
  return new Promise<{ code: number; log: string }>((resolve) => {
    execFile(
      'bash',
      args,
      { cwd: folder, env: folderEnv(folder, env), timeout: 50_000 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 1;
        resolve({ code: error === null ? 0 : code, log: stdout + stderr });
      },
    );
  });
}
