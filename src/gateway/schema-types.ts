import type { IncomingMessage, ServerResponse } from 'node:http';
// Adds `hide`, `tags`, `summary` and the like to route schemas.
import type {} from '@fastify/swagger';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { XStatic } from 'typebox/schema';

/**
 * What handlers read has the type of its schema. The schemas are JSON Schema written as constants and typed by TypeBox: TypeBox's own
 * builder makes the same objects, but importing it costs a tenth of a second of every start.
 */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: XStatic<this['schema']>;
}

/** A Fastify instance, or a scope of one, that routes are registered on. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>;
