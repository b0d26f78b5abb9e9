import { isRecord } from '../../base/json.js';
import { READS_CODE, readAdvice } from '../../base/sent-advice.js';
import { sayTo } from '../../network/operations.js';
import type { App } from '../schema-types.js';

/**
 * Says the advice of errors over HTTP, as in `POST /devnet/v1/snapshots` for `devnet.snapshot()`. This package's own clients get the words
 * of code and the advice: they show the errors in code, on the command line or to agents.
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
