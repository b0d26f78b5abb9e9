import { Contract, UserFunction } from '../../../../clarity/contract.js';
import { StxBalance } from '../../../../clarity/state.js';
import { Node } from '../../../../clarity/syntax.js';
import type { TraitId } from '../../../../clarity/types.js';
import { EncodedEvents, EventsPart } from '../../../protocol/receipt/encoded-events.js';
import { type Codec, codec, ownBytes } from './codec.js';

const NODE = codec<Node>(
  ({ type, id, span, name, value, items, trait }, to) => {
    for (const field of [type, id, span, name]) to.raw(field);
    to.ref(value);
    to.ref(items);
    to.raw(trait);
  },
  (from) => {
    const [type, id, span] = [from.raw<Node['type']>(), from.raw<number>(), from.raw<Node['span']>()];
    const node = new Node(type, span, span, from.raw(), from.ref(), from.ref(), from.raw());
    node.id = id;
    return node;
  },
);

const BALANCE = codec<StxBalance>(
  ({ unlocked, lock }, to) => {
    to.raw(unlocked);
    to.raw(lock);
  },
  (from) => new StxBalance(from.raw(), from.raw()),
);

/** The parts of a contract that are maps of what it defines. */
const DEFINITIONS = ['constants', 'variables', 'maps', 'fungibleTokens', 'nonFungibleTokens', 'traits'] as const;

/** A contract that the other thread has is a number. */
const CONTRACT = codec<Contract>(
  (contract, to) => {
    const known = to.contracts.numberOf(contract);
    to.raw(known);
    if (known !== undefined) return;
    to.raw(to.contracts.share(contract));
    const { id, version, source, hash, height, analysis, expressions, functions, implementedTraits, dataSize } = contract;
    to.ref({ id, version, source, hash, height, analysis, expressions });
    to.ref([...functions.values()].map(({ name, access, parameters, body, span }) => ({ name, access, parameters, body, span })));
    for (const part of DEFINITIONS) to.ref(contract[part]);
    to.raw([...implementedTraits]);
    to.raw(dataSize);
  },
  (from) => {
    const known = from.raw<number | undefined>();
    if (known !== undefined) return from.contracts.at(known);
    const number = from.raw<number | undefined>();
    const contract = new Contract(from.ref());
    for (const definition of from.ref<Omit<UserFunction, 'contract' | 'compiled' | 'identifier'>[]>())
      contract.functions.set(definition.name, new UserFunction(contract, definition));
    for (const part of DEFINITIONS) {
      const target: Map<string, unknown> = contract[part];
      for (const [name, value] of from.ref<Map<string, unknown>>()) target.set(name, value);
    }
    contract.implementedTraits.push(...from.raw<TraitId[]>());
    contract.dataSize = from.raw();
    contract.isDeploying = false;
    if (number !== undefined) from.contracts.add(contract, number);
    return contract;
  },
);

const EVENTS_PART = codec<EventsPart>(
  (part, to) => {
    to.raw(ownBytes(part.read()));
    to.raw(part.contracts);
    to.raw(part.count);
    to.raw(part.sources);
  },
  (from) => {
    const json = from.raw<Uint8Array>();
    return new EventsPart(() => json, { contracts: from.raw(), count: from.raw(), sources: from.raw() });
  },
);

/** The thread hashes them, too. */
const EVENTS = codec<EncodedEvents>(
  ({ parts, commitment }, to) => {
    to.ref(parts);
    to.raw(commitment);
  },
  (from) => new EncodedEvents(from.ref(), from.raw()),
);

/** Of contracts, of what accounts have, and of the events of a transaction. */
export const STATE_CODECS: readonly (readonly [constructor: unknown, codec: Codec])[] = [
  [Node, NODE],
  [StxBalance, BALANCE],
  [Contract, CONTRACT],
  [EventsPart, EVENTS_PART],
  [EncodedEvents, EVENTS],
];
