import { formatMoney } from '../../../../chain/format-money.js';
import { parseAmount } from '../../../arguments/parse-amount.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { walletOf } from './wallet-of.js';

/** The fee rate of payments without one. */
export const DEFAULT_FEE_METHODS: Method[] = [
  {
    name: 'settxfee',
    category: 'Wallet',
    description: 'Sets the fee rate of payments without one. Needs -deprecatedrpc=settxfee.',
    parameters: [{ name: 'amount', type: 'amount', description: 'BTC per 1,000 virtual bytes; 0 for the fallback.' }],
    result: 'true|false (boolean) true',
    handler: (args, context) => {
      const { state, core } = walletOf(context);
      if (!core.walletDefaults.offersSetTxFee) {
        const hint = 'To use settxfee restart bitcoind with -deprecatedrpc=settxfee.';
        throw new RpcError(RPC_CODE.METHOD_DEPRECATED, `settxfee is deprecated and will be fully removed in v31.0.\n${hint}`);
      }
      const rate = parseAmount(args.raw('amount'));
      const { minFeeRate, maxFee } = core.walletDefaults;
      const { minRelayFeeRate } = core.mempool.policy;
      const invalid = (bound: string, limit: bigint) =>
        new RpcError(RPC_CODE.INVALID_PARAMETER, `txfee cannot be ${bound} (${formatMoney(limit).padEnd(10, '0')} BTC/kvB)`);
      if (rate > 0n && rate < minRelayFeeRate) throw invalid('less than min relay tx fee', minRelayFeeRate);
      if (rate > 0n && rate < minFeeRate) throw invalid('less than wallet min fee', minFeeRate);
      if (rate > maxFee) throw invalid('more than wallet max tx fee', maxFee);
      state.payFeeRate = rate;
      return true;
    },
  },
];
