import type { StateChange } from '../../chains/stacks/state-change.js';
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

/** The body of the gateway's route: serialized values, amounts as text, null for what is to be gone. */
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
      return { asset: `${contract}::${token}`, id: serialized(id), owner };
    }
    case 'data-var': {
      const { contract, name, value } = change;
      return { contract, name, value: serialized(value) };
    }
    case 'map-entry': {
      const { contract, map, key, entry } = change;
      return { contract, map, key: serialized(key), value: entry === undefined ? null : serialized(entry) };
    }
    case 'nonce': {
      const { principal, nonce } = change;
      return { principal, nonce: `${nonce}` };
    }
  }
}

/** Bytes are the same on every door. Text is for people: a value may have characters that sources cannot write. */
function serialized(hex: string): { hex: string } {
  return { hex };
}
