import type { App } from '../schema-types.js';

/** The OpenAPI document, made at its first request. */
export function addOpenApiRoute(app: App): void {
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
    ({ services: { describe } }) => {
      document ??= describe();
      return document;
    },
  );
}
