/**
 * Checks of the service's contract that run against any deployment.
 *
 * @module newswatch/conformance
 */

export type { NewsInput } from '../generated/fixture.ts';
export { Conformance, type StatementResult, surfacesOf } from './conformance.ts';
export type { Caller, Deployment, ReceiverAddress, TestWorld } from './deployment.ts';
export { toMarkdown } from './markdown.ts';
export { type Need, needs } from './need.ts';
export type { LeftBehind } from './removals.ts';
export type { Statement } from './statement.ts';
export { type Section, sections, statements } from './statements.ts';
export { type SurfaceName, surfaceNames } from './surfaces/surface.ts';
