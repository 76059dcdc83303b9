import { writeGeneratedTypes } from './types/write-generated-types.ts';

writeGeneratedTypes();
