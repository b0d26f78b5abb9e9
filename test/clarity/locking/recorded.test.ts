import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { afterPoxCall } from '#dist/clarity/locking/locking.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { balanceOfHex, recordedHost, valueOfHex, type World } from './recorded-host.js';

/** A call that returned: the accounts before, those that changed, what the node appended, and its asset map. */
type Call = {
  fn: string;
  args: string[];
  sender: string;
  height: number;
  before: Record<string, string>;
  after?: Record<string, string>;
  result: string;
  /** Entries of the contract's maps after the call. */
  maps?: [map: string, key: string, value: string][];
  events?: string[][];
  stacking?: Record<string, string>;
  pox?: string[];
};
/** Random calls of the five PoX contracts, and what the VM of stacks-core 4.0.2 did after each. */
type Recording = Omit<World, 'height' | 'balances' | 'maps'> & { version: 1 | 2 | 3 | 4 | 5; records: (Call | { error: string })[] };

const recordings = JSON.parse(
  gunzipSync(readFileSync(new URL('../../fixtures/clarity/locks-4.0.2.json.gz', import.meta.url))).toString('utf8'),
) as Recording[];

test.each(recordings.map((recording) => [recording.version, recording] as const))(
  'behavior: calls of PoX %i lock and report as in stacks-core 4.0.2',
  (version, { records, ...world }) => {
    const contract = parsePrincipal(`ST000000000000000000002AMW42H.pox${version === 1 ? '' : `-${version}`}`);
    for (const [at, record] of records.entries()) {
      if ('error' in record) continue;
      const { fn, args, sender, height, before, after, result, maps, events = [], stacking = {}, pox = [] } = record;
      const host = recordedHost({ ...world, height, balances: before, ...(maps && { maps }) });
      const isReadOnly = /^(get|can)-/.test(fn);
      afterPoxCall(host, {
        version,
        contract,
        fn,
        isReadOnly,
        args: args.map(valueOfHex),
        result: valueOfHex(result),
        sender: parsePrincipal(sender),
      });
      const title = `record ${at}: ${fn}`;
      expect(host.events, title).toEqual(events);
      expect({ stacking: host.stacking, pox: host.pox }, title).toEqual({ stacking, pox });
      for (const [account, raw] of Object.entries({ ...before, ...after })) {
        expect(host.balances.get(account), `${title} ${account}`).toEqual(balanceOfHex(raw));
      }
    }
  },
);
