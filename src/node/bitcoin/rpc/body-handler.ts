import { type HttpAnswer, handleBody } from './handle-body.js';
import type { MethodContext } from './method.js';
import { createMethodLookup } from './methods/find-method.js';

/** Creates the handler for the bodies of all requests to one server. */
export function createBodyHandler(): (text: string | undefined, context: MethodContext) => Promise<HttpAnswer> {
  const find = createMethodLookup();
  return (text, context) => handleBody(text, find, context);
}
