import { DevnetError, invalid } from '../../error.js';
import { readBig, readNumber, readObject } from '../../json.js';
import { decodeAddress } from '../../node/stacks/codec/c32.js';
import { isContractName } from '../../node/stacks/codec/principal.js';
import type { NodeClient } from '../node-client.js';

/** What the node says of an account; amounts in micro-STX. */
export type NodeAccount = { unlocked: bigint; locked: bigint; unlockHeight: number; nonce: number };

/** @throws DevnetError NOT_REACHABLE, RPC */
export async function readAccount(node: NodeClient, principal: string): Promise<NodeAccount> {
  const answer = await node.getJson(`/v2/accounts/${principal}?proof=0`);
  if (answer === undefined) throw new DevnetError('RPC', `the Stacks node does not take ${principal} for an account`);
  const account = readObject(answer, 'account');
  return {
    unlocked: readBig(account, 'balance'),
    locked: readBig(account, 'locked'),
    unlockHeight: readNumber(account, 'unlock_height'),
    nonce: readNumber(account, 'nonce'),
  };
}

/**
 * Checks that a path names an account or contract, of whatever network: one of another network has nothing here.
 * @throws DevnetError INVALID_INPUT
 */
export function checkPrincipal(text: string): void {
  const dot = text.indexOf('.');
  const address = dot === -1 ? text : text.slice(0, dot);
  const isPrincipal = /^S[0-9A-Z]+$/.test(address) && decodeAddress(address) !== undefined;
  if (!isPrincipal || (dot !== -1 && !isContractName(text.slice(dot + 1))))
    throw invalid('principal', 'a Stacks address or contract', text);
}
