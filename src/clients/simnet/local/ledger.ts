import type { ContractEvent } from '../../../clarity/execution.js';

/** What each principal has of an asset, as `getAssetsMap` of clarinet-sdk shows it: of non-fungible tokens how many. */
export class Ledger {
  #assets: Map<string, Map<string, bigint>>;

  constructor(assets: ReadonlyMap<string, ReadonlyMap<string, bigint>> = new Map()) {
    this.#assets = new Map([...assets].map(([asset, holders]) => [asset, new Map(holders)]));
  }

  copy(): Ledger {
    return new Ledger(this.#assets);
  }

  toMap(): Map<string, Map<string, bigint>> {
    return new Ledger(this.#assets).#assets;
  }

  /** @param asset `STX`, or `ST….contract::token` @returns what the principal has then */
  add(asset: string, principal: string, amount: bigint): bigint {
    const name = nameOf(asset);
    const holders = this.#assets.get(name) ?? new Map<string, bigint>();
    this.#assets.set(name, holders);
    const balance = (holders.get(principal) ?? 0n) + amount;
    holders.set(principal, balance);
    return balance;
  }

  /** Adds what a call did. */
  see(events: readonly ContractEvent[]): void {
    for (const event of events) {
      if (event.type === 'print' || event.type === 'stx-lock') continue;
      const asset = 'asset' in event ? event.asset : 'STX';
      const amount = 'amount' in event ? event.amount : 1n;
      if ('sender' in event) this.add(asset, event.sender.text, -amount);
      if ('recipient' in event) this.add(asset, event.recipient.text, amount);
    }
  }
}

/** `ST….bank::points` is shown as `.bank.points`. */
function nameOf(asset: string): string {
  const [contract = '', token] = asset.split('::');
  return token === undefined ? asset : `.${contract.slice(contract.indexOf('.') + 1)}.${token}`;
}
