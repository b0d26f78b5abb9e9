import { createHash } from '#platform/crypto.js';
import { DevnetError } from '../../../base/error.js';
import { toJson } from '../../../base/json.js';
import { nullable, object, optional, type Schema, text, whole } from '../../../base/storage.js';
import type { EngineOptions } from '../../../stacks/engine.js';

/** What a network must have in common with the one whose state it loads. Long things are digests. */
export type NetworkFacts = {
  epoch: string;
  /** The heights at which epochs begin, as `--epochs` has them. */
  epochs: string;
  pox: string;
  /** The block that a fork continues; null for a network with its own genesis. */
  fork: { networkId: number; height: number; id: string } | null;
  /** The block that a fork of Bitcoin continues; null for a chain with its own genesis. Versions without such forks did not write it. */
  bitcoinFork?: { height: number; id: string } | null | undefined;
  /** Who had coins at the start: accounts, faucets, balances. */
  funding: string;
  sbtc: string | null;
  /** The contracts at genesis, and what prepared the network. */
  contracts: string;
};

export const NETWORK_FACTS: Schema<NetworkFacts> = object<NetworkFacts>({
  epoch: text(),
  epochs: text(),
  pox: text(),
  fork: nullable(object<NonNullable<NetworkFacts['fork']>>({ networkId: whole(), height: whole(), id: text() })),
  bitcoinFork: optional(nullable(object<NonNullable<NetworkFacts['bitcoinFork']>>({ height: whole(), id: text() }))),
  funding: text(),
  sbtc: nullable(text()),
  contracts: text(),
});

/** The part of a state that has them. */
export const NETWORK_PART = 'network';

export function networkFacts({
  epoch,
  epochs = {},
  pox,
  fork,
  bitcoinFork,
  funding,
  sbtc,
  contracts = [],
  preparation,
}: EngineOptions): NetworkFacts {
  const { networkId, block } = fork?.point ?? {};
  const genesis = [...(sbtc?.contracts ?? []), ...contracts].map(({ deployer, name, source, epoch, clarityVersion, mints }) => {
    return [deployer, name, source, epoch ?? null, clarityVersion ?? null, mints ?? []];
  });
  return {
    epoch,
    epochs: Object.entries(epochs)
      .map(([name, height]) => `${name}@${height}`)
      .join(),
    pox: `${pox.rewardLength}/${pox.prepareLength}`,
    fork: networkId === undefined || block === undefined ? null : { networkId, height: block.height, id: block.id },
    bitcoinFork: bitcoinFork === undefined ? null : { height: bitcoinFork.point.block.height, id: bitcoinFork.point.block.id },
    funding: digest([funding.coinbaseKey, sorted(funding.bitcoin), sorted(funding.stacks)]),
    sbtc: sbtc?.deployer ?? null,
    contracts: digest([genesis, preparation?.key ?? null]),
  };
}

/** @param stored those of the state @throws DevnetError INVALID_INPUT that names all differences */
export function requireSameNetwork(stored: NetworkFacts, own: NetworkFacts): void {
  const differences = [...differencesOf(stored, own)];
  if (differences.length === 0) return;
  const hint = 'Start the network with the settings with which the state was written, or write the state again.';
  const message = `The state is of another network: ${differences.join('; ')}. ${hint}`;
  throw new DevnetError('INVALID_INPUT', message, { field: 'state', hint });
}

function* differencesOf(stored: NetworkFacts, own: NetworkFacts): Generator<string> {
  if (stored.epoch !== own.epoch) yield `it has epoch ${stored.epoch}, this network ${own.epoch} (--epoch)`;
  if (stored.epochs !== own.epochs)
    yield `its epochs begin at ${stored.epochs || 'the start'}, here at ${own.epochs || 'the start'} (--epochs)`;
  if (stored.pox !== own.pox)
    yield `its reward and prepare phases have ${stored.pox} blocks, here ${own.pox} (pox.rewardLength, pox.prepareLength)`;
  if (toJson(stored.fork) !== toJson(own.fork))
    yield `it ${continues(stored.fork)}, this network ${continues(own.fork)} (--fork <url>@<height>)`;
  if (toJson(stored.bitcoinFork ?? null) !== toJson(own.bitcoinFork))
    yield `its Bitcoin chain ${continuesBitcoin(stored.bitcoinFork)}, here it ${continuesBitcoin(own.bitcoinFork)} ` +
      '(--fork-bitcoin <url>@<height>)';
  if (stored.funding !== own.funding) yield 'it has other accounts or balances (accounts, balances, faucet.*.keys)';
  if (stored.sbtc !== own.sbtc) yield `its sBTC is of ${stored.sbtc ?? 'nobody'}, here of ${own.sbtc ?? 'nobody'} (sbtc)`;
  if (stored.contracts !== own.contracts) yield 'it began with other contracts (contracts, project)';
}

function continues(fork: NetworkFacts['fork']): string {
  return fork === null
    ? 'has its own genesis'
    : `continues block ${fork.height} (${fork.id.slice(0, 8)}…) of the network ${fork.networkId}`;
}

function continuesBitcoin(fork: NetworkFacts['bitcoinFork'] | undefined): string {
  return fork === null || fork === undefined ? 'has its own genesis' : `continues block ${fork.height} (${fork.id.slice(0, 8)}…)`;
}

function digest(value: unknown): string {
  return createHash('sha256').update(toJson(value)).digest('hex');
}

function sorted<T>(items: readonly T[]): string[] {
  return items.map(toJson).sort();
}
