/**
 * A test server with its client and its clock, for the tests of programs that use the service.
 *
 * @module newswatch/testing
 */

export { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';
