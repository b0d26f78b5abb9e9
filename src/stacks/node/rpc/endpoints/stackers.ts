import { decompressKey } from '../../../protocol/codec/transaction/recover.js';
import { cycleStart } from '../../chain/pox/pox.js';
import { type PoxAddress, stacksVersion } from '../../chain/pox/pox-address.js';
import type { RewardSet } from '../../chain/pox/reward-set.js';
import { computeRewardSet, hasSigners } from '../../chain/pox/signer-set.js';
import { tenureAt } from '../../chain/state/tenures.js';
import { View } from '../../chain/state/view.js';
import { type Answer, badRequestJson, ok, undecodable } from '../answer.js';
import type { RpcNode } from '../node.js';
import { type RpcRequest, requireNoBody } from '../request.js';

const NOT_YET = 'Could not read reward set. Prepare phase may not have started for this cycle yet. Err = ';

/** `GET /v3/stacker_set/{cycle_num}` */
export async function getStackerSet(node: RpcNode, request: RpcRequest): Promise<Answer> {
  requireNoBody(request);
  const cycle = Number(request.params['cycle_num']);
  const { sortitions, ledger, pox } = node.state;
  if (!hasSigners(node.state, cycle)) {
    return refused('other', 'Active PoX contract version at tip is pre-PoX-4, the signer set is not fetchable');
  }
  const tip = request.query.get('tip');
  if (tip !== null && /^[0-9a-fA-F]{64}$/.test(tip) && ledger.byId(tip.toLowerCase()) === undefined) {
    return refused('not_available_try_again', `${NOT_YET}ChainstateError(DBError(NotFoundError))`);
  }
  // the set is made in the first block of the prepare phase before the cycle
  if (sortitions.tip.height <= cycleStart(pox, cycle) - pox.prepareLength) {
    return refused('not_available_try_again', `${NOT_YET}PoXAnchorBlockRequired`);
  }
  const chosen =
    ledger.chosen(cycle)?.set ?? (await new View(node.state, ledger.tip).within((read) => computeRewardSet(node.state, cycle, read)));
  if (chosen === undefined) return refused('not_available_try_again', `${NOT_YET}PoXAnchorBlockRequired`);
  return ok({ stacker_set: setJson(chosen) });
}

/** Version 1 is that of pox-5. */
function setJson({ threshold, addresses, payout, signers }: RewardSet): unknown {
  const of = signers.map(({ key, stacked, weight }) => ({ signing_key: key, stacked_amt: stacked, weight }));
  if (payout !== undefined) return { pox_ustx_threshold: threshold, reward_set_version: 1, sbtc_address: addressJson(payout), signers: of };
  return {
    pox_ustx_threshold: threshold,
    reward_set_version: 0,
    rewarded_addresses: addresses.map(addressJson),
    signers: of,
    start_cycle_state: { missed_reward_slots: [] },
  };
}

/** `GET /v3/signer/{signer_pubkey}/{cycle_num}`: every signer of a cycle signs all of its blocks. */
export function getSigner({ state }: RpcNode, request: RpcRequest): Answer {
  requireNoBody(request);
  const key = request.params['signer_pubkey'] ?? '';
  if (decompressKey(Buffer.from(key, 'hex')) === undefined) {
    throw undecodable('Failed to signer public key: Invalid public key hex string');
  }
  const cycle = Number(request.params['cycle_num']);
  const signs = state.ledger.chosen(cycle)?.set.signers.some((signer) => signer.key === key);
  return ok({ blocks_signed: signs ? signedBlocks(state, cycle) : 0 });
}

function signedBlocks({ ledger, pox }: RpcNode['state'], cycle: number): number {
  const before = tenureAt(ledger, cycleStart(pox, cycle) - 1) ?? ledger.first;
  const last = tenureAt(ledger, cycleStart(pox, cycle + 1) - 1) ?? before;
  return last.height - before.height;
}

function refused(type: string, message: string): Answer {
  return badRequestJson({ err_msg: message, err_type: type, response: 'error' });
}

const LEGACY_MODES = ['SerializeP2PKH', 'SerializeP2SH', 'SerializeP2WPKH', 'SerializeP2WSH'];

/** As Rust's serializer writes stacks-core's `PoxAddress`. */
function addressJson(address: PoxAddress): unknown {
  const { version, hash } = address;
  const stacks = stacksVersion(address);
  if (stacks !== undefined) return { Standard: [{ bytes: hash.toString('hex'), version: stacks }, LEGACY_MODES[version]] };
  if (version === 4) return { Addr20: [false, 'P2WPKH', [...hash]] };
  return { Addr32: [false, version === 5 ? 'P2WSH' : 'P2TR', [...hash]] };
}
