import { snapshotAnswer } from '../devnet/answers/snapshots.js';
import { snapshotNamed } from '../devnet/snapshot-named.js';
import { bytes, type Codec, json, list, object, optional, text } from './codec.js';
import { operation } from './operation.js';

/** People write a name, too. */
const id: Codec<string> = {
  ...text('the id of a snapshot'),
  word: 'snapshot',
  people: 'the id or the name of a snapshot',
  resolve: async (words, _field, people) => snapshotNamed(await people.snapshots(), words).id,
};

/** A snapshot: `createdAt` in ISO 8601, and the heights that a restore returns to. */
const snapshotInfo = json(snapshotAnswer);

export const snapshots = {
  /**
   * Saves the whole network's state: both chains, mempools, faucets, mining modes.
   * @param name what to call it @default its id
   * @returns its id @throws DevnetError BUSY during a restore, UNSUPPORTED where the engine cannot
   * @example
   * const clean = await devnet.snapshot('clean');
   * await devnet.restore(clean);
   */
  snapshot: operation({
    summary: "Keep the whole network's state",
    effect: 'changes',
    input: { name: optional(text('text of 1 to 200 characters', { minLength: 1, maxLength: 200 })) },
    positional: ['name'],
    output: snapshotInfo,
    value: ({ id: taken }) => taken,
    errors: ['BUSY', 'TIMEOUT', 'UNSUPPORTED'],
    needs: 'snapshots',
    http: { id: 'createSnapshot', method: 'POST', path: '/snapshots', status: 201, location: 'id' },
    cli: { command: 'snapshot save', byHand: true },
    tool: 'snapshot',
    run: (network, name) => network.states.snapshot(name),
  }),
  /**
   * Restores a snapshot, any number of times. Waits for transactions that did not exist then reject with ROLLED_BACK.
   * @throws DevnetError NOT_FOUND, BUSY during another restore
   * @example
   * const id = await devnet.snapshot();
   * await devnet.bitcoin.mine(3);
   * await devnet.restore(id);
   */
  restore: operation({
    summary: 'Go back to a snapshot, any number of times',
    effect: 'destroys',
    input: { id },
    positional: ['id'],
    output: undefined,
    errors: ['NOT_FOUND', 'BUSY', 'TIMEOUT', 'UNSUPPORTED'],
    needs: 'snapshots',
    http: { id: 'restoreSnapshot', method: 'POST', path: '/snapshots/:id/restore', answers: 'status' },
    cli: { command: 'snapshot restore' },
    tool: 'restore',
    run: (network, snapshot) => network.states.restore(snapshot),
  }),
  /**
   * Returns all snapshots, oldest first.
   * @example
   * const [oldest] = await devnet.snapshots();
   */
  snapshots: operation({
    summary: 'List the snapshots, oldest first',
    effect: 'reads',
    input: {},
    positional: [],
    output: object({ snapshots: list(snapshotInfo) }, 'All snapshots, oldest first.'),
    value: (answer) => answer.snapshots,
    errors: [],
    http: { method: 'GET', path: '/snapshots' },
    cli: { command: 'snapshot list' },
    run: async (network) => ({ snapshots: await network.states.snapshots() }),
  }),
  /**
   * Deletes a snapshot. @throws DevnetError NOT_FOUND, BUSY during a restore
   * @example
   * await devnet.deleteSnapshot(await devnet.snapshot());
   */
  deleteSnapshot: operation({
    summary: 'Forget a snapshot',
    effect: 'destroys',
    input: { id },
    positional: ['id'],
    output: undefined,
    errors: ['NOT_FOUND', 'BUSY'],
    http: { method: 'DELETE', path: '/snapshots/:id' },
    cli: { command: 'snapshot rm' },
    run: (network, snapshot) => network.states.deleteSnapshot(snapshot),
  }),
  /**
   * Returns the whole state of the network as the bytes of a file: see docs/state.md. It has private keys.
   * @throws DevnetError UNSUPPORTED where the engine cannot
   * @example
   * await writeFile('funded.state', await devnet.dumpState());
   */
  dumpState: operation({
    summary: 'The whole state of the network as a file, with private keys',
    effect: 'reads',
    input: {},
    positional: [],
    output: bytes('The file: see docs/state.md.', 'devnet.state') as Codec<Uint8Array>,
    errors: ['BUSY', 'UNSUPPORTED'],
    needs: 'stateFile',
    http: { method: 'GET', path: '/dump', slow: true },
    run: (network) => network.states.dumpState(),
  }),
  /**
   * Goes to a state that `dumpState` wrote, perhaps in another process, of a network with the same settings. Snapshots stay, and waits for
   * transactions that the state does not have reject with ROLLED_BACK.
   * @throws DevnetError INVALID_INPUT for another network, another version, or damaged bytes; BUSY during a restore, UNSUPPORTED
   * @example
   * await devnet.loadState(await readFile('funded.state'));
   */
  loadState: operation({
    summary: 'Go to the state of a file, of a network with the same settings',
    effect: 'destroys',
    input: { state: bytes('the bytes of the file') },
    positional: ['state'],
    output: undefined,
    errors: ['BUSY', 'UNSUPPORTED'],
    needs: 'stateFile',
    http: { method: 'POST', path: '/load', body: 'state', answers: 'status' },
    run: (network, state) => network.states.loadState(state),
  }),
};
