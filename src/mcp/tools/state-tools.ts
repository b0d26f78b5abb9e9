import type { ChaosKind } from '../../devnet/data.js';
import { snapshotNamed } from '../../devnet/snapshot-named.js';
import type { Chaos } from '../../devnet/types.js';
import { invalid } from '../../error.js';
import { argumentsOf, defineTool, text } from '../tool.js';

type Fault = ChaosKind | 'reorg';

/** Begins each kind of fault with its options, which the network checks. */
const BEGIN: Readonly<Record<Fault, (chaos: Chaos, options: never) => Promise<object>>> = {
  drop: (chaos, options) => chaos.drop(options),
  delay: (chaos, options) => chaos.delay(options),
  'empty-tenures': (chaos, options) => chaos.emptyTenures(options),
  'no-commits': (chaos, options) => chaos.noCommits(options),
  'silent-signer': (chaos, options) => chaos.silentSigner(options),
  'stopped-node': (chaos, options) => chaos.stoppedNode(options),
  'rpc-faults': (chaos, options) => chaos.rpcFaults(options),
  reorg: (chaos, options) => chaos.reorg(options),
};

/** Saves and restores states, and makes the network misbehave. */
export const stateTools = [
  defineTool<{ name?: string }>({
    name: 'snapshot',
    description: 'Save the state of the whole network. Returns the id, and all snapshots.',
    kind: 'changes',
    input: argumentsOf({ name: text('name to restore it by') }),
    async run({ name }, network) {
      const { devnet } = await network.use();
      const id = await devnet.snapshot(name);
      return { id, snapshots: await devnet.snapshots() };
    },
  }),
  defineTool<{ snapshot: string }>({
    name: 'restore',
    description: 'Return to a snapshot. What happened since then is undone. Any number of times.',
    kind: 'destroys',
    input: argumentsOf({ snapshot: text('id or name of a snapshot') }, ['snapshot']),
    async run({ snapshot }, network) {
      const { devnet } = await network.use();
      await devnet.restore(snapshotNamed(await devnet.snapshots(), snapshot).id);
      const { bitcoin, stacks } = await devnet.status();
      return { restored: snapshot, bitcoin, stacks };
    },
  }),
  defineTool<{ fault?: Fault; options?: object; stop?: string }>({
    name: 'chaos',
    description:
      'Begin a fault, or stop one. Options: drop {txid, sender, count}, delay {blocks}, empty-tenures {tenures}, no-commits {blocks}, ' +
      'rpc-faults {errorRate, latencyMs, statuses, lost, path, seed, forMs}, reorg {blocks, without}, silent-signer, stopped-node {node}.',
    kind: 'destroys',
    input: argumentsOf({
      fault: { enum: Object.keys(BEGIN), description: `one of ${Object.keys(BEGIN).join(', ')}` },
      options: { type: 'object', description: 'options of the fault' },
      stop: text('id of a fault, or all'),
    }),
    async run({ fault, options = {}, stop }, network) {
      const { chaos } = (await network.use()).devnet;
      if (fault !== undefined && stop !== undefined) throw invalid('stop', 'no fault beside it', stop);
      if (stop === 'all') await chaos.clear();
      else if (stop !== undefined) await chaos.stop(stop);
      const begun = fault === undefined ? undefined : await BEGIN[fault](chaos, options as never);
      return { ...(fault === 'reorg' && { reorg: begun }), active: await chaos.active() };
    },
  }),
];
