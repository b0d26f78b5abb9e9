import { without0x } from '../../base/hex.js';
import { formatUnits } from '../../base/units.js';
import { clarityText, encodeAddress } from '../../clarity/values.js';
import { CodecError } from '../../stacks/codec.js';
import type { Payload } from '../../stacks/transactions.js';
import { decodeTransaction } from '../../stacks/transactions.js';
import { cut } from './line.js';
import type { Names } from './names.js';
import { memoText } from './value-text.js';

/** The longest list of arguments, and the longest value, in characters. */
const LONGEST = 200;

/** Who does what, in words, and the fee in micro-STX. */
export type Described = { type: Payload['type']; text: string; fee: bigint };

/** Describes a serialized transaction: `wallet_1 calls deployer.counter add u5 none`. Undefined if it cannot be decoded. */
export function describeTransaction(rawTx: string, names: Names): Described | undefined {
  try {
    const { payload, addresses, origin, sponsor } = decodeTransaction(Buffer.from(without0x(rawTx), 'hex'));
    const { fee } = sponsor ?? origin;
    return { type: payload.type, text: `${names.stacks(addresses.origin)} ${deed(payload, names)}`, fee };
  } catch (error) {
    // Observers also report Bitcoin operations, which are no Stacks transactions.
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function deed(payload: Payload, names: Names): string {
  switch (payload.type) {
    case 'transfer': {
      const memo = memoText(payload.memo);
      const note = memo === undefined ? '' : ` with memo ${memo}`;
      return `sends ${stx(payload.amount)} to ${names.stacks(payload.recipient.text)}${note}`;
    }
    case 'call': {
      const contract = names.stacks(`${encodeAddress(payload.address)}.${payload.contract}`);
      const args = cut(payload.args.map((arg) => ` ${names.inText(clarityText(arg))}`).join(''), LONGEST);
      return `calls ${contract} ${payload.fn}${args}`;
    }
    case 'deploy': {
      const lines = payload.source.trimEnd().split('\n').length;
      const version = payload.clarityVersion === undefined ? '' : `, Clarity ${payload.clarityVersion}`;
      return `deploys ${payload.name} (${lines} ${lines === 1 ? 'line' : 'lines'}${version})`;
    }
    case 'coinbase':
      return 'takes the coinbase';
    case 'tenure-change':
      return payload.change.cause === 0 ? 'begins a tenure' : 'extends the tenure';
    case 'poison':
      return 'reports a microblock fork';
  }
}

/** An amount of micro-STX in STX. */
export function stx(microStx: bigint | string): string {
  return `${formatUnits(String(microStx), 6)} STX`;
}
