import { parseValueHex } from '../../chains/stacks/codec/value/value-reader.js';
import { clarityText } from '../../chains/stacks/codec/value/value-text.js';
import type { StateChange } from '../../chains/stacks/state-change.js';
import { DevnetError } from '../../error.js';
import type { StateParts } from '../state/create.js';
import { readStacksReceipt } from './answers.js';
import type { GatewayClient } from './gateway-client.js';

/** Changes the state of a network over HTTP. */
export function connectedState(control: GatewayClient['ask']): Pick<StateParts, 'change' | 'setNextBlockTime'> {
  return {
    async change(change) {
      const { body } = await control('POST', `/state/${change.type}`, { body: requestOf(change) });
      return readStacksReceipt(body);
    },
    async setNextBlockTime(time) {
      await control('POST', '/state/next-block-time', { body: { time } });
    },
  };
}

/** The body of the gateway's route: values in Clarity's syntax, amounts as text, null for what is to be gone. */
function requestOf(change: StateChange): object {
  switch (change.type) {
    case 'stx-balance': {
      const { principal, amount } = change;
      return { principal, amount: `${amount}` };
    }
    case 'ft-balance': {
      const { contract, token, principal, amount } = change;
      return { asset: `${contract}::${token}`, principal, amount: `${amount}` };
    }
    case 'nft-owner': {
      const { contract, token, id, owner = null } = change;
      return { asset: `${contract}::${token}`, id: textOf(id), owner };
    }
    case 'data-var': {
      const { contract, name, value } = change;
      return { contract, name, value: textOf(value) };
    }
    case 'map-entry': {
      const { contract, map, key, entry } = change;
      return { contract, map, key: textOf(key), value: entry === undefined ? null : textOf(entry) };
    }
    case 'nonce': {
      const { principal, nonce } = change;
      return { principal, nonce: `${nonce}` };
    }
  }
}

function textOf(hex: string): string {
  const value = parseValueHex(hex);
  if (value === undefined) throw new DevnetError('INTERNAL', `not a Clarity value: ${hex}`);
  return clarityText(value);
}
