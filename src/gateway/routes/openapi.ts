import type { App } from '../schema-types.js';
import type { Services } from '../services.js';

/** The OpenAPI document, made at its first request. */
export function addOpenApiRoute(app: App, { describe }: Services): void {
  let document: Promise<object> | undefined;
  app.get(
    '/openapi.json',
    {
      schema: {
        tags: ['probe'],
        operationId: 'openapi',
        summary: 'This document',
        response: { 200: { type: 'object', description: 'The OpenAPI 3.1 document.' } },
      },
    },
    () => {
      document ??= describe();
      return document;
    },
  );
}
