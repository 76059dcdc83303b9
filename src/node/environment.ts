/**
 * The variables that Windows itself and common runtimes need in every program: without SystemRoot,
 * for example, a program cannot open a socket.
 */
const windowsVariables = [
  'ALLUSERSPROFILE',
  'APPDATA',
  'CommonProgramFiles',
  'CommonProgramFiles(x86)',
  'CommonProgramW6432',
  'COMPUTERNAME',
  'ComSpec',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramW6432',
  'PUBLIC',
  'SystemDrive',
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'windir',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable. On Windows the case of its name does not matter. */
export function variableOf(
  env: Environment,
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const key = Object.keys(env).find(isNamed(name, platform));
  return key === undefined ? undefined : env[key];
}

/**
 * The environment of a program that gets no other variables of this process: PATH, and on Windows the
 * variables that Windows programs need.
 */
export function minimalEnvironment(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const names = platform === 'win32' ? ['PATH', ...windowsVariables] : ['PATH'];
  const values = names.map((name) => [name, variableOf(env, name, platform)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Copies an environment and adds variables, or replaces those of the same name. */
export function withVariables(
  env: Environment,
  added: Environment,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  // Of two names that differ only in case, a program on Windows would get either.
  return { ...withoutVariables(env, Object.keys(added), platform), ...added };
}

/** Copies an environment without some variables. */
export function withoutVariables(
  env: Environment,
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const tests = names.map((name) => isNamed(name, platform));
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !tests.some((test) => test(name))),
  );
}

function isNamed(name: string, platform: NodeJS.Platform): (key: string) => boolean {
  if (platform !== 'win32') return (key) => key === name;
  const upper = name.toUpperCase();
  return (key) => key.toUpperCase() === upper;
}
