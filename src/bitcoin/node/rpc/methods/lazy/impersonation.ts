import { encodeAddress } from '../../../../protocol/address/address.js';
import { fromHex, isHex, toHex } from '../../../../protocol/codec/hex.js';
import { decodeForkAddress } from '../../../../protocol/fork-source/address.js';
import { RPC_CODE, RpcError } from '../../error.js';
import type { Method } from '../../method.js';

/** What only a fork has. */
export const IMPERSONATION_METHODS: Method[] = [
  {
    name: 'impersonateaddress',
    category: 'Rawtransactions',
    hidden: true,
    description:
      'On a fork: lets the mempool take transactions whose inputs spend coins of the address with neither scriptSig nor witness. ' +
      'Not in bitcoind.',
    parameters: [
      { name: 'address', type: 'string', description: 'An address of regtest or of the origin, or an output script as hex.' },
      { name: 'begin', type: 'boolean', description: 'false ends it.', default: 'true' },
    ],
    result: '["address",...] (array) what is impersonated now: addresses, or scripts that have none',
    handler: (args, { core: { chain, impersonated } }) => {
      const { origin } = chain;
      if (origin === undefined) {
        throw new RpcError(
          RPC_CODE.MISC_ERROR,
          'Only a fork impersonates addresses. Start the node with --fork-bitcoin, or sign with the key.',
        );
      }
      const script = scriptOf(args.string('address'), origin.point.network);
      if (args.has('begin') && !args.boolean('begin')) impersonated.delete(script);
      else impersonated.add(script);
      return [...impersonated].map((each) => encodeAddress(fromHex(each)) ?? each);
    },
  },
];

function scriptOf(text: string, network: Parameters<typeof decodeForkAddress>[1]): string {
  const decoded = decodeForkAddress(text, network);
  if ('scriptPubKey' in decoded) return toHex(decoded.scriptPubKey);
  if (isHex(text)) return text.toLowerCase();
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, `Invalid address: ${decoded.error}`);
}
