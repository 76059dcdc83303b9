/**
 * A test server with its client and its clock, for the tests of programs that use the service.
 *
 * @module newswatch/testing
 */

export type { FixtureInput, NewsInput } from '../generated/fixture.ts';
export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
