import { unknownName } from '../../config/unknown-name.js';
import { isRecord } from '../../json.js';
import type { App } from '../schema-types.js';

const AMOUNTS = ['large', 'xlarge'];
/** Parameters of the Stacks API that have no effect here. Its clients send them, so they pass. */
const WITHOUT_EFFECT: Record<string, readonly string[]> = {
  '/extended/v1/faucets/btc': AMOUNTS,
  '/extended/v1/faucets/stx': AMOUNTS,
  '/extended/v1/faucets/sbtc': AMOUNTS,
  '/extended/v3/faucets/btc': AMOUNTS,
  '/extended/v3/faucets/stx': AMOUNTS,
};

/**
 * Refuses query parameters that a route does not know: a misspelt one would be ignored in silence. Routes of the node take what the
 * node takes.
 */
export function refuseUnknownQuery(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // The options of a route are made anew whenever they are read.
    if (!request.url.includes('?')) return done();
    const { method, query } = request;
    const { url = '', schema } = request.routeOptions;
    const isForeign = schema === undefined || schema.hide === true || schema.tags?.includes('node');
    if (isForeign || !isRecord(query)) return done();
    const { properties } = (schema.querystring ?? {}) as { properties?: object };
    const names = Object.keys(properties ?? {});
    const ignored = WITHOUT_EFFECT[url] ?? [];
    const unknown = Object.keys(query).find((name) => !names.includes(name) && !ignored.includes(name));
    if (unknown === undefined) return done();
    const takes = `${method} ${url} takes ${names.length === 0 ? 'no query parameters' : names.join(', ')}.`;
    const advice = /^\/extended\/v\d\/faucets\//.test(url) ? `${takes} POST /devnet/v1/faucets/{btc,stx,sbtc} takes an amount.` : takes;
    throw unknownName(unknown, 'query parameter', names, advice);
  });
}
