import { addressScript, decodeAddress, encodeAddress } from '../../../../../protocol/address/address.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { outPointKey } from '../../../../../protocol/codec/transaction.js';
import { signMessage } from '../../../../../protocol/crypto/message.js';
import { matchScript } from '../../../../../protocol/script/pattern.js';
import { outputKey } from '../../../../chain/coin.js';
import { recordTx } from '../../../../chain/tx-record.js';
import { unspentCoins } from '../../../../wallet/coins.js';
import { addressGroups } from '../../../../wallet/groups.js';
import { keysFor } from '../../../../wallet/keys.js';
import { textOf } from '../../../arguments/arguments.js';
import { type OptionTypes, optionsParameter } from '../../../arguments/options.js';
import { decodeTransaction } from '../../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Method } from '../../../method.js';
import { knownCoins } from '../signing/signing.js';
import { expectUnlocked, walletOf } from './wallet-of.js';

const SIMULATION_OPTIONS: OptionTypes = { include_watchonly: 'bool' };

/** What a wallet knows of transactions, addresses and messages. */
export const INSPECTION_METHODS: Method[] = [
  {
    name: 'simulaterawtransaction',
    category: 'Wallet',
    description: 'The change of the balance that transactions would cause.',
    parameters: [
      { name: 'rawtxs', usage: '["rawtx",...]', type: 'array', description: 'The transactions in hex.', default: '[]' },
      {
        ...optionsParameter(SIMULATION_OPTIONS, 'Without effect: Core 30 does not look at them.'),
        usage: '{"include_watchonly":bool,...}',
      },
    ],
    result: '{...} (object) the change in BTC',
    handler: (args, context) => {
      const { state, core } = walletOf(context);
      const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
      const isOwn = (script: Uint8Array) => state.scripts.has(toHex(script));
      const created = new Map<string, bigint>();
      const spent = new Set<string>();
      let change = 0n;
      for (const text of args.array('rawtxs')) {
        const tx = decodeTransaction(textOf(text), 'either');
        if (tx === undefined) throw new RpcError(RPC_CODE.DESERIALIZATION_ERROR, 'Transaction hex string decoding failure.');
        const coins = knownCoins(tx, core);
        for (const key of tx.inputs.map(({ previous }) => outPointKey(previous))) {
          if (spent.has(key)) throw invalid('Transaction(s) are spending the same output more than once');
          const coin = coins.get(key);
          // What only the mempool spends counts as unspent.
          if (!created.has(key) && coin === undefined)
            throw invalid('One or more transaction inputs are missing or have been spent already');
          change -= created.get(key) ?? (coin !== undefined && state.owned.has(key) ? coin.value : 0n);
          spent.add(key);
        }
        const record = recordTx(tx);
        for (const [index, { scriptPubKey, value }] of tx.outputs.entries()) {
          created.set(outputKey(record, index), isOwn(scriptPubKey) ? value : 0n);
          change += isOwn(scriptPubKey) ? value : 0n;
        }
      }
      return { balance_change: change };
    },
  },
  {
    name: 'listaddressgroupings',
    category: 'Wallet',
    description: 'Groups of addresses that payments show to be of one owner.',
    parameters: [],
    result: '[...] (array) groups of [address, amount, label]',
    handler: async (_, context) => {
      const view = walletOf(context);
      const amounts = new Map<string, bigint>();
      for (const { output, trusted, immature } of unspentCoins(view)) {
        const address = encodeAddress(output.scriptPubKey);
        if (address !== undefined && trusted && !immature) amounts.set(address, (amounts.get(address) ?? 0n) + output.value);
      }
      return (await addressGroups(view)).map((group) =>
        group.map((address) => {
          const label = view.state.labels.get(address)?.label;
          return [address, amounts.get(address) ?? 0n, ...(label === undefined ? [] : [label])];
        }),
      );
    },
  },
  {
    name: 'signmessage',
    category: 'Wallet',
    description: "Signs a text with the key of one of the wallet's P2PKH addresses.",
    parameters: [
      { name: 'address', type: 'string', description: 'The address, of type legacy.' },
      { name: 'message', type: 'string', description: 'The text.' },
    ],
    result: '"str" (string) the signature in base 64',
    handler: (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      const [address, message] = [args.string('address'), args.string('message')];
      if ('error' in decodeAddress(address)) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid address');
      const script = addressScript(address);
      const pattern = matchScript(script);
      if (pattern.type !== 'pubkeyhash') throw new RpcError(RPC_CODE.TYPE_ERROR, 'Address does not refer to key');
      const keys = keysFor(view.state, [script]);
      const publicKey = keys.publicKey(pattern.hash);
      const privateKey = publicKey && keys.privateKey(publicKey);
      if (privateKey === undefined) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Private key not available');
      return Buffer.from(signMessage(message, privateKey, publicKey?.length === 33)).toString('base64');
    },
  },
];
