import { poolUrl } from '../endpoints.js';
import { defineSetting } from '../setting.js';
import { token } from '../value-types.js';

/** The pool that networks come from. */
export const poolSettings = {
  pool: defineSetting({
    ofNetwork: false,
    kind: poolUrl,
    fallbackVariable: 'DEVNET_POOL',
    defaultText: 'none; networks start here',
    help: 'URL of a pool ("stacks-devnet pool") that networks are taken from instead of starting them',
    details: 'In code, too, `DEVNET_POOL` sets it. See docs/ci.md.',
  }),
  poolKey: defineSetting({
    ofNetwork: false,
    kind: token('key'),
    fallbackVariable: 'DEVNET_POOL_KEY',
    defaultText: 'none',
    help: "API key of this program's team at the pool",
    details: 'In code, too, `DEVNET_POOL_KEY` sets it.',
  }),
};
