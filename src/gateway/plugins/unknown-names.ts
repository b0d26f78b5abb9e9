import { isRecord } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import type { App } from '../schema-types.js';

const AMOUNTS = ['large', 'xlarge'];
/** Parameters of the Stacks API that have no effect here. Its clients send them, so they pass. */
const WITHOUT_EFFECT: ReadonlyMap<string, readonly string[]> = new Map([
  ['/extended/v1/faucets/btc', AMOUNTS],
  ['/extended/v1/faucets/stx', AMOUNTS],
  ['/extended/v1/faucets/sbtc', AMOUNTS],
  ['/extended/v3/faucets/btc', AMOUNTS],
  ['/extended/v3/faucets/stx', AMOUNTS],
]);

/** What a route knows of its query or body. */
type Part = { properties?: object; additionalProperties?: unknown };

/**
 * Refuses parameters of the query and keys of the body that the schema of a route does not have: a misspelt one would be ignored in
 * silence. Routes of the node take what the node takes, and a schema with `additionalProperties: true` takes any.
 */
export function refuseUnknownNames(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { method, query, body } = request;
    const hasQuery = request.url.includes('?') && isRecord(query);
    const hasBody = isParsed(body);
    // The options of a route are made anew whenever they are read.
    if (!hasQuery && !hasBody) return done();
    const { url = '', schema } = request.routeOptions;
    if (schema === undefined || schema.hide === true || schema.tags?.includes('node')) return done();
    const inQuery = (schema.querystring ?? {}) as Part;
    const inBody = (schema.body ?? {}) as Part;
    const ignored = WITHOUT_EFFECT.get(url) ?? [];
    const refuse = (given: object, part: Part, kind: 'query parameter' | 'key', other: Part, otherPart: 'query' | 'body'): void => {
      const names = namesOf(part);
      const unknown = Object.keys(given).find((name) => !names.includes(name) && !ignored.includes(name));
      if (unknown === undefined) return;
      const takes = names.length === 0 ? `no ${kind === 'key' ? 'body' : `${kind}s`}` : names.join(', ');
      const elsewhere = namesOf(other).includes(unknown) ? ` Send ${unknown} in the ${otherPart}.` : '';
      throw unknownName(unknown, kind, elsewhere === '' ? names : [], `${method} ${url} takes ${takes}.${elsewhere}`);
    };
    if (hasQuery) refuse(query, inQuery, 'query parameter', inBody, 'body');
    if (hasBody && inBody.additionalProperties !== true) refuse(body, inBody, 'key', inQuery, 'query');
    done();
  });
}

function namesOf({ properties }: Part): string[] {
  return Object.keys(properties ?? {});
}

/** Whether a body is an object of JSON or a form. Streams and buffers are objects, too. */
function isParsed(body: unknown): body is Record<string, unknown> {
  if (!isRecord(body)) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === null;
}
