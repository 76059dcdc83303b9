import type { Command } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { isOperation, operations } from '../../contract/operations.ts';
import { commandPath } from '../run/input-flags.ts';
import type { Shell } from '../shell.ts';
import { addExport } from './monitors/export.ts';
import { declareOperation } from './operation.ts';

/** Declares the commands of the operations that have the name of a command or are in its group. */
export function declareOperations(command: Command, shell: Shell): void {
  const entry = Object.entries(operations).find(([name]) => name === command.name())?.[1] ?? {};
  if (isOperation(entry)) {
    declareOperation(command, entry, shell);
    return;
  }
  for (const operation of Object.values<Operation>(entry)) {
    const [, name] = commandPath(operation);
    declareOperation(command.command(name ?? operation.name), operation, shell);
  }
  if (command.name() === 'monitors') addExport(command, shell);
}
