import { createPsbt } from '../../../../../protocol/psbt/psbt.js';
import { withReserved } from '../../../../wallet/reserved.js';
import { optionsParameter } from '../../../arguments/options.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { encodePsbt } from '../../../decode/decode-psbt.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { BUMP_OPTIONS, bump } from './replacement.js';
import { fillPsbt } from './signing.js';
import { signed, submit } from './transfer.js';
import { walletOf } from './wallet-of.js';

const PARAMETERS: Parameter[] = [
  { name: 'txid', type: 'hex', description: 'The payment.' },
  optionsParameter(BUMP_OPTIONS, `Any of ${Object.keys(BUMP_OPTIONS).join(', ')}.`),
];

/** Replacements of payments by ones with higher fees. */
export const BUMPING_METHODS: Method[] = [
  {
    name: 'bumpfee',
    category: 'Wallet',
    description: 'Replaces an unconfirmed payment by one with a higher fee.',
    parameters: PARAMETERS,
    result: '{...} (object) the new txid, the fee before, the new fee, errors',
    handler: async (args, context) => {
      const view = walletOf(context);
      if (!view.state.privateKeys) {
        const message = 'bumpfee is not available with wallets that have private keys disabled. Use psbtbumpfee instead.';
        throw new RpcError(RPC_CODE.WALLET_ERROR, message);
      }
      const { old, tx, fees } = bump(view, args, true);
      const notes = { comment: old.comment, to: old.to, replaces: old.record.txid };
      const txid = await withReserved(view.state, tx.inputs, async () => submit(view, await signed(view, tx), notes));
      const { transactions } = view.state;
      transactions.set(old.record.txid, { ...(transactions.get(old.record.txid) ?? old), replacedBy: txid });
      return { txid, ...fees, errors: [] };
    },
  },
  {
    name: 'psbtbumpfee',
    category: 'Wallet',
    description: 'Returns the PSBT of a replacement with a higher fee.',
    parameters: PARAMETERS,
    result: '{...} (object) the PSBT, the fee before, the new fee, errors',
    handler: async (args, context) => {
      const view = walletOf(context);
      const { tx, fees } = bump(view, args, false);
      const psbt = createPsbt(tx);
      await fillPsbt(view, psbt, { sign: false, origins: true, finalize: false });
      return { psbt: encodePsbt(psbt), ...fees, errors: [] };
    },
  },
];
