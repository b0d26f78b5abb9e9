import fc, { type Arbitrary } from 'fast-check';
import { reference, type Value } from './values.js';

/** Connections of peers to a node, what they send, and what happens while they are there. They end with the step. */
export type PeerStep = { do: 'peers'; wtxid: boolean; peers: PeerOptions[]; acts: Act[] };

export type PeerOptions = {
  /** Comes from an address that the node trusts, so that it is not punished and hears of transactions at once. */
  trusted: boolean;
  version: number;
  services: number;
  relay: boolean;
  /** What it sends between `version` and `verack`. */
  early: Sent[];
};

/** A message of a peer. What a payload does not say is empty. */
export type Sent = { command: string; payload: Payload };
export type Payload =
  | { hex: string }
  | { items: { type: number; hash: Value }[] }
  | { locator: Value[]; stop?: Value }
  | { headers: Value[] }
  /** The bytes of a transaction or block, with one of them changed if `byte` is not 0. */
  | { bytes: Value; at: number; byte: number };

type Act =
  | { act: 'send'; from: number; sent: Sent }
  /** Bytes that are no message. */
  | { act: 'spoil'; from: number; what: (typeof SPOILED)[number] }
  | { act: 'submit'; raw: Value }
  | { act: 'mine'; to: Value }
  /** Makes a block on top of the tip that both nodes do not have yet, for `block` and `headers`. */
  | { act: 'make'; to: Value }
  | { act: 'getpeerinfo' }
  | { act: 'leave'; from: number };

const SPOILED = ['magic', 'checksum', 'size', 'name'] as const;

/** The messages that peers send, as they are counted. */
const MESSAGES = [
  ...['ping', 'pong', 'inv', 'getdata', 'notfound', 'getheaders', 'getblocks', 'headers', 'tx', 'block', 'mempool', 'feefilter'],
  ...['sendheaders', 'sendcmpct', 'getblocktxn', 'cmpctblock', 'blocktxn', 'getaddr', 'addr', 'addrv2', 'version', 'verack'],
  ...['wtxidrelay', 'sendaddrv2', 'sendtxrcncl', 'filterload', 'filteradd', 'filterclear', 'getcfilters', 'getcfheaders', 'getcfcheckpt'],
  'nope',
];
/** What a step of peers counts besides calls. */
export const PEER_NAMES: readonly string[] = [
  ...MESSAGES.map((command) => `peer ${command}`),
  ...SPOILED.map((what) => `peer with a wrong ${what}`),
];

const any = <T>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values);
const WITNESS = 0x40000000;

const TX_HASH = fc.oneof(reference('txid'), reference('wtxid'));
const ITEM = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: any(1, 1 + WITNESS), hash: reference('txid') }) },
  { weight: 3, arbitrary: fc.record({ type: any(5), hash: reference('wtxid') }) },
  { weight: 3, arbitrary: fc.record({ type: any(2, 2 + WITNESS), hash: reference('block') }) },
  { weight: 1, arbitrary: fc.record({ type: any(0, 1, 2, 3, 5, 5 + WITNESS, 6, 255), hash: fc.oneof(TX_HASH, reference('block')) }) },
);
const HEX: Arbitrary<Payload> = fc
  .oneof(
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    any('', '00', 'fd', 'fdffff', 'ff'.repeat(9), '00'.repeat(8), 'e803000000000000', '01', '0000'),
  )
  .map((hex) => ({ hex }));
const items = fc.array(ITEM, { maxLength: 4 }).map((list) => ({ items: list }));
const locator = fc.record(
  { locator: fc.array(reference('block'), { maxLength: 3 }), stop: reference('block') },
  { requiredKeys: ['locator'] },
);
const spoilable = (bytes: Arbitrary<Value>) =>
  fc.record({ bytes, at: fc.nat(400), byte: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 255 })) });

const USUAL: Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: sent('tx', spoilable(reference('raw'))) },
  { weight: 3, arbitrary: sent('inv', items) },
  { weight: 4, arbitrary: sent('getdata', items) },
  { weight: 1, arbitrary: sent('notfound', items) },
  { weight: 3, arbitrary: fc.record({ command: any('getheaders', 'getblocks'), payload: locator }) },
  {
    weight: 3,
    arbitrary: sent(
      'headers',
      fc.array(reference('header'), { maxLength: 3 }).map((headers) => ({ headers })),
    ),
  },
  { weight: 3, arbitrary: sent('block', spoilable(reference('block bytes'))) },
  { weight: 1, arbitrary: fc.record({ command: any('mempool', 'sendheaders', 'getaddr'), payload: fc.constant({ hex: '' }) }) },
  { weight: 1, arbitrary: sent('feefilter', any({ hex: 'e803000000000000' }, { hex: '40420f0000000000' }, { hex: 'ff'.repeat(8) })) },
  { weight: 1, arbitrary: sent('sendcmpct', any({ hex: '000200000000000000' }, { hex: '000100000000000000' })) },
);
const SENT: Arbitrary<Sent> = fc.oneof(
  { weight: 8, arbitrary: USUAL },
  { weight: 2, arbitrary: fc.record({ command: any(...MESSAGES), payload: HEX }) },
);

const ACT: Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ act: fc.constant('send' as const), from: fc.nat(1), sent: SENT }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('spoil' as const), from: fc.nat(1), what: any(...SPOILED) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('submit' as const), raw: reference('raw') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('mine' as const), to: reference('address') }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('make' as const), to: reference('address') }) },
  { weight: 1, arbitrary: fc.constant({ act: 'getpeerinfo' as const }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('leave' as const), from: fc.nat(1) }) },
);

const PEER: Arbitrary<PeerOptions> = fc.record({
  trusted: fc.boolean(),
  version: any(70016, 70016, 70016, 70015, 70012, 60001, 31799),
  services: any(9, 9, 1, 0, 1033),
  relay: any(true, true, false),
  early: fc.oneof(
    { weight: 6, arbitrary: fc.constant([] as Sent[]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.oneof(fc.record({ command: any('sendaddrv2', 'sendheaders', 'wtxidrelay', 'getaddr', 'version', 'nope'), payload: HEX }), SENT),
        { maxLength: 2 },
      ),
    },
  ),
});

export const PEER_STEP: Arbitrary<PeerStep> = fc.record({
  do: fc.constant('peers' as const),
  wtxid: fc.boolean(),
  peers: fc.array(PEER, { minLength: 1, maxLength: 2 }),
  acts: fc.array(ACT, { minLength: 1, maxLength: 8 }),
});

function sent(command: string, payload: Arbitrary<Payload>): Arbitrary<Sent> {
  return payload.map((each) => ({ command, payload: each }));
}
