import type { StacksClient } from '../../chains/stacks/client/client.js';
import { encodeAddress } from '../../chains/stacks/codec/c32.js';
import { parseAbiType } from '../../chains/stacks/codec/contract/abi.js';
import { displayType } from '../../chains/stacks/codec/contract/type-text.js';
import { formatPrincipal } from '../../chains/stacks/codec/principal.js';
import type { Payload } from '../../chains/stacks/codec/transaction/payload.js';
import { repr } from '../../chains/stacks/codec/value/repr.js';
import { hex0x } from '../../hex.js';
import { field, readObject } from '../../json.js';

/** The API's words for the causes of a tenure change, by number. */
const TENURE_CHANGE_CAUSES = [
  'block_found',
  'extended',
  'extended_runtime',
  'extended_read_count',
  'extended_read_length',
  'extended_write_count',
  'extended_write_length',
];

/** `tx_type` and the fields that go with it, as the API shows a payload. */
export async function showPayload(payload: Payload, sender: string, node: StacksClient): Promise<object> {
  switch (payload.type) {
    case 'transfer':
      return {
        tx_type: 'token_transfer',
        token_transfer: {
          recipient_address: formatPrincipal(payload.recipient),
          amount: `${payload.amount}`,
          memo: hex0x(payload.memo),
        },
      };
    case 'deploy':
      return {
        tx_type: 'smart_contract',
        smart_contract: {
          clarity_version: payload.clarityVersion ?? null,
          contract_id: `${sender}.${payload.name}`,
          source_code: payload.source,
        },
      };
    case 'call':
      return { tx_type: 'contract_call', contract_call: await showCall(payload, node) };
    case 'coinbase':
      return {
        tx_type: 'coinbase',
        coinbase_payload: {
          data: hex0x(payload.data),
          alt_recipient: payload.recipient === undefined ? null : formatPrincipal(payload.recipient),
          ...(payload.proof && { vrf_proof: hex0x(payload.proof) }),
        },
      };
    case 'tenure-change':
      return { tx_type: 'tenure_change', tenure_change_payload: showTenureChange(payload.change) };
    case 'poison': {
      const [first, second] = payload.headers;
      return {
        tx_type: 'poison_microblock',
        poison_microblock: { microblock_header_1: hex0x(first.raw), microblock_header_2: hex0x(second.raw) },
      };
    }
  }
}

/** A call with the names and types of its parameters, which the contract's interface has; a contract that is gone has none. */
async function showCall(call: Extract<Payload, { type: 'call' }>, node: StacksClient): Promise<object> {
  const address = encodeAddress(call.address);
  const contract = await node.getJson(`/v2/contracts/interface/${address}/${call.contract}`, { absent: [404] });
  const parameters = contract === undefined ? [] : parametersOf(contract, call.fn);
  const signature = parameters.map(({ name, type }) => ` (${name} ${type})`).join('');
  return {
    contract_id: `${address}.${call.contract}`,
    function_name: call.fn,
    function_signature: `(define-public (${call.fn}${signature}))`,
    function_args: call.args.map((value, i) => ({
      hex: `0x${call.rawArgs[i]}`,
      repr: repr(value),
      name: parameters[i]?.name ?? '',
      type: parameters[i]?.type ?? '',
    })),
  };
}

function parametersOf(contract: unknown, fn: string): { name: string; type: string }[] {
  const functions = list(field(readObject(contract, 'contract interface'), 'functions'));
  const found = functions.find((entry) => field(entry, 'name') === fn);
  if (found === undefined) return [];
  return list(field(found, 'args')).map((arg) => ({
    name: String(field(arg, 'name')),
    type: displayType(parseAbiType(field(arg, 'type'))),
  }));
}

function list(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

/** A tenure change, the same in every version of the API. */
export function showTenureChange(change: Extract<Payload, { type: 'tenure-change' }>['change']) {
  return {
    tenure_consensus_hash: hex0x(change.tenureConsensusHash),
    prev_tenure_consensus_hash: hex0x(change.previousTenureConsensusHash),
    burn_view_consensus_hash: hex0x(change.burnViewConsensusHash),
    previous_tenure_end: hex0x(change.previousTenureEnd),
    previous_tenure_blocks: change.previousTenureBlocks,
    cause: TENURE_CHANGE_CAUSES[change.cause] ?? null,
    pubkey_hash: hex0x(change.publicKeyHash),
  };
}
