import { expectTypeOf, it } from 'vitest';
import type { InputOf, Operation, OutputOf } from '../../../src/contract/operation.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import type { OperationMethods } from '../../../src/generated/operations.ts';

/** The response of each operation of a table, as its schema infers it. */
type InferredOutputs<Table> = {
  [Key in keyof Table]: Table[Key] extends Operation
    ? OutputOf<Table[Key]>
    : InferredOutputs<Table[Key]>;
};

type Outputs<Methods> = {
  [Key in keyof Methods]: Methods[Key] extends (...args: never[]) => Promise<infer Data>
    ? Data
    : Outputs<Methods[Key]>;
};

/** The input of each operation of a table, as its schema infers it. */
type InferredInputs<Table> = {
  [Key in keyof Table]: Table[Key] extends Operation
    ? InputOf<Table[Key]>
    : InferredInputs<Table[Key]>;
};

type Inputs<Methods> = {
  [Key in keyof Methods]: Methods[Key] extends (...args: infer Args) => Promise<unknown>
    ? Exclude<Args[0], undefined>
    : Inputs<Methods[Key]>;
};

it('responses have the types that their schemas infer', () => {
  expectTypeOf<Outputs<OperationMethods>>().toExtend<InferredOutputs<Operations>>();
  expectTypeOf<InferredOutputs<Operations>>().toExtend<Outputs<OperationMethods>>();
});

it('inputs have the types that their schemas infer', () => {
  expectTypeOf<Inputs<OperationMethods>>().toExtend<InferredInputs<Operations>>();
  expectTypeOf<InferredInputs<Operations>>().toExtend<Inputs<OperationMethods>>();
});
