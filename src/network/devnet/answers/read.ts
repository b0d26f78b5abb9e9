import type { Json } from '../../../base/json.js';
import { checkSchema, ofGateways } from '../../operations/schema-check.js';
import type { Answer, Schema } from './schema.js';

/**
 * Checks an answer of a gateway and returns what its schema describes, without unknown fields.
 * @param name of the answer, for the message @throws DevnetError RPC naming the field
 */
export function readAnswer<const S extends Schema>(schema: S, value: Json, name = 'the body'): Answer<S> {
  return checkSchema(schema, value, ofGateways, '', name) as Answer<S>;
}
