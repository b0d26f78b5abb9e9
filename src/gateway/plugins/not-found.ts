import type { FastifyReply, FastifyRequest } from 'fastify';
import { DevnetError } from '../../base/error.js';
import { HttpError } from '../../base/http-error.js';
import { sendError } from '../errors.js';
import type { App } from '../schema-types.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only answers that there is nothing. */
    isMissing?: boolean;
  }
}

type Route = { segments: string[]; methods: Set<string> };

/**
 * Answers a scope's requests that no route takes: 405 with `Allow` where the path exists but not for the method, 404 elsewhere.
 * Call it before the scope's routes are registered. Routes of their own for 405 would be three times as many as there are.
 */
export function answerNotFound(app: App, hint = 'GET /openapi.json lists every route.'): void {
  const routes = new Map<string, Route>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isMissing === true) return;
    const route = routes.get(url) ?? { segments: segmentsOf(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = segmentsOf(request.url.split('?')[0] ?? '');
    const route = [...routes.values()].find(({ segments }) => matches(segments, path));
    return sendError(route === undefined ? notFound(request, hint) : notAllowed(request, reply, route), request, reply);
  });
}

function notFound({ method, url }: FastifyRequest, hint: string): DevnetError {
  return new DevnetError('NOT_FOUND', `there is nothing at ${method} ${url.split('?')[0]}`, { hint });
}

function notAllowed({ method, url }: FastifyRequest, reply: FastifyReply, route: Route): DevnetError {
  const expected = [...route.methods].join(', ');
  reply.header('allow', expected);
  return new HttpError(405, 'INVALID_INPUT', `method: expected ${expected} at ${url.split('?')[0]}, received ${method}`, {
    field: 'method',
    expected,
    received: method,
  });
}

/** Trailing slashes do not count, as in the router. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function matches(pattern: string[], path: string[]): boolean {
  return (
    pattern.length === path.length && pattern.every((segment, i) => segment === path[i] || (segment.startsWith(':') && path[i] !== ''))
  );
}
