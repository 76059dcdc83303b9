import { Hono } from 'hono';
import { cors } from 'hono/cors';
import {
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
  serverMetadataPath,
} from './metadata.ts';

/** The two documents by which a client finds its way; any page may read them. */
export function metadataRoutes(baseUrl: string): Hono {
  const app = new Hono();
  app.use('/.well-known/*', cors({ origin: '*', allowMethods: ['GET'] }));
  app.get(serverMetadataPath, (c) => c.json(serverMetadata(baseUrl)));
  app.get(resourceMetadataPath, (c) => c.json(resourceMetadata(baseUrl)));
  return app;
}
