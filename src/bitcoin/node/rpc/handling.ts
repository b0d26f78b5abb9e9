import { execute } from './call.js';
import { type HttpAnswer, handleBody } from './handle-body.js';
import type { Json } from './json/json.js';
import type { MethodContext } from './method.js';
import { createMethodLookup } from './methods/find-method.js';

/** Answers all requests to one server. */
export type Handling = {
  /** Answers the body of a request; undefined for invalid UTF-8. */
  handleText(text: string | undefined, context: MethodContext): Promise<HttpAnswer>;
  /** Calls one method. @throws RpcError */
  call(method: string, params: Json[], context: MethodContext): Promise<Json>;
};

export function createHandling(): Handling {
  const find = createMethodLookup();
  return {
    handleText: (text, context) => handleBody(text, find, context),
    call: (method, params, context) => execute({ version: 2, id: null, method, params }, find, context),
  };
}
