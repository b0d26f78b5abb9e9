import { isRecord } from '../../json.js';
import { READS_CODE, readAdvice, sayTo } from '../../ways.js';
import type { App } from '../schema-types.js';

/**
 * Says over HTTP what errors and hints tell in code, as in `POST /devnet/v1/snapshots` for `devnet.snapshot()`. This package's own clients
 * get the words of code: they show the errors in code, or on the command line.
 */
export function sayInHttp(app: App): void {
  app.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    if (!isRecord(payload) || request.headers[READS_CODE] !== undefined) return done(null, payload);
    const { advice, ...body } = payload;
    const { error, hint } = body;
    if (typeof error !== 'string' && typeof hint !== 'string') return done(null, payload);
    const say = (text: string): string => sayTo('http', text, readAdvice(advice));
    done(null, {
      ...body,
      ...(typeof error === 'string' && { error: say(error) }),
      ...(typeof hint === 'string' && { hint: say(hint) }),
    });
  });
}
