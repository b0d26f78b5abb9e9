import type { BlockEntry } from '../../../chain/block-entry.js';
import type { Arguments } from '../../arguments/arguments.js';
import { parseHash } from '../../arguments/parse-hash.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { JsonObject } from '../../json/json.js';
import type { Method, MethodContext } from '../../method.js';

const TIMEOUT = { name: 'timeout', type: 'numeric', description: 'The timeout in milliseconds; 0 for none.', default: '0' } as const;
const RESULT = '{...} (object) hash and height of the tip';

/** Calls that return when the tip matches, or at their timeout. */
export const WAITING_METHODS: Method[] = [
  {
    name: 'waitfornewblock',
    category: 'Blockchain',
    description: 'Waits until the tip changes.',
    parameters: [TIMEOUT, { name: 'current_tip', type: 'hex', description: 'Wait until the tip differs from this.', default: 'the tip' }],
    result: RESULT,
    handler: (args, context) => {
      const tip = args.has('current_tip') ? parseHash(args.string('current_tip'), 'current_tip') : context.core.chain.tip().hash;
      return wait(({ hash }) => hash !== tip, timeoutOf(args), context);
    },
  },
  {
    name: 'waitforblock',
    category: 'Blockchain',
    description: 'Waits until a block is the tip.',
    parameters: [{ name: 'blockhash', type: 'hex', description: 'The block.' }, TIMEOUT],
    result: RESULT,
    handler: (args, context) => {
      const wanted = parseHash(args.string('blockhash'), 'blockhash');
      return wait(({ hash }) => hash === wanted, timeoutOf(args), context);
    },
  },
  {
    name: 'waitforblockheight',
    category: 'Blockchain',
    description: 'Waits until the tip is at a height or above.',
    parameters: [{ name: 'height', type: 'numeric', description: 'The height.' }, TIMEOUT],
    result: RESULT,
    handler: (args, context) => {
      const wanted = args.int('height');
      return wait(({ height }) => height >= wanted, timeoutOf(args), context);
    },
  },
];

function timeoutOf(args: Arguments): number {
  const timeout = args.has('timeout') ? args.int('timeout') : 0;
  if (timeout < 0) throw new RpcError(RPC_CODE.MISC_ERROR, 'Negative timeout');
  return timeout;
}

function wait(isDone: (tip: BlockEntry) => boolean, timeoutMs: number, { core, onGone }: MethodContext): Promise<JsonObject> {
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe();
      clearTimeout(timer);
      const { hash, height } = core.chain.tip();
      resolve({ hash, height });
    };
    const check = () => {
      if (isDone(core.chain.tip())) finish();
    };
    const unsubscribe = core.emitter.subscribe(check);
    const timer = timeoutMs > 0 ? setTimeout(finish, timeoutMs) : undefined;
    onGone(finish);
    check();
  });
}
