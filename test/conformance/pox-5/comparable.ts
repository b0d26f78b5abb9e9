import { decodeAddress } from '#dist/clarity/values.js';
import { RECORDED_SIGNER, SIGNER } from './conversation.js';

/** Who has a role in the recording, and on the network under test. */
const ROLES: [role: string, recorded: string, tested: string][] = [
  ['signer', RECORDED_SIGNER.stx, SIGNER.stx],
  ['staker', 'ST19X0F04NAFX6718W68JYWJ2ZMB536P4JEEF0WC4', 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5'],
  ['sbtc', 'ST2EVMYNKE4Y7NJ7PSQMF9NJEXDFXN7D1V3ABQ3B4', 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS'],
];
const NAMES: [text: string, name: string][] = [
  ...ROLES.flatMap(([role, ...addresses]) =>
    addresses.flatMap((address): [string, string][] => [
      [address, `<${role}>`],
      [Buffer.from(decodeAddress(address)?.hash ?? []).toString('hex'), `<hash of ${role}>`],
    ]),
  ),
  [RECORDED_SIGNER.publicKey, '<key of signer>'],
  [SIGNER.publicKey, '<key of signer>'],
  ['mraLWkmxnNNrAmArtFdaPntpoPh3xdKTyp', '<payout of signer>'],
  [SIGNER.btc, '<payout of signer>'],
];

/** Fields whose values depend on the clock, the balances at genesis, or the transactions before. Their types are compared. */
const VARYING = new Set([
  ...['raw_tx', 'server_version', 'node_public_key', 'miner_pk_hash160', 'stackerdbs', 'start_height', 'end_height'],
  ...['block_time', 'burn_block_time', 'parent_burn_block_timestamp', 'burn_header_timestamp'],
  ...['block_height', 'stacks_tip_height', 'tip_height', 'tenure_height', 'tx_index', 'blocks_signed', 'anchored_cost', 'burn_amount'],
  ...['total_liquid_supply_ustx', 'pox_activation_threshold_ustx', 'min_increment_ustx', 'balance', 'genesis_chainstate_hash'],
  // Of pox-4, which signs until the first cycle of pox-5.
  ...['pox_ustx_threshold', 'stacked_amt'],
]);
/** Of a cycle of pox-4. */
const VARYING_IN_CYCLE = new Set(['min_threshold_ustx', 'stacked_ustx']);
/** Counts bytes of the signer manager's source, which is this project's own. */
const VARYING_IN_COST = new Set(['read_length', 'runtime']);
/** The supply in `get-pox-info`, as text and serialized. */
const SUPPLY = /(?<=total-liquid-supply-ustx: u)\d+|(?<=746f74616c2d6c69717569642d737570706c792d7573747801)[0-9a-f]{32}/;
/** Clarity values, as serialized hex. */
const CLARITY = new Set(['raw_value', 'raw_result', 'result']);
/** Hashes, ids and signatures. */
const HASH = /^(0x)?(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{130})$/;

/** Returns what an answer of the recording and of another network in the same state have in common: all that does not depend on the run. */
export function comparable(value: unknown, field = '', varying: ReadonlySet<string> = VARYING): unknown {
  if (varying.has(field)) return typeOf(value);
  if (Array.isArray(value)) return (field === 'events' ? inOrder(value) : value).map((item) => comparable(item));
  if (typeof value === 'object' && value !== null) {
    const inside = field === 'current_cycle' ? VARYING_IN_CYCLE : field === 'execution_cost' ? VARYING_IN_COST : VARYING;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, comparable(item, name, inside)]));
  }
  if (typeof value !== 'string') return value;
  const named = NAMES.reduce((text, [found, name]) => text.replaceAll(found, name), value.replace(SUPPLY, '<supply>'));
  return !CLARITY.has(field) && HASH.test(named) ? `<${named.length} digits>` : named;
}

/** A node posts the events of a transaction in any order, with their indices in the block. */
function inOrder(events: { event_index: number }[]): object[] {
  const sorted = events.toSorted((a, b) => a.event_index - b.event_index);
  return sorted.map((event, index) => ({ ...event, event_index: index }));
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
