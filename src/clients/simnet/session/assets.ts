import { field, isRecord, readBig, readObject } from '../../../base/json.js';
import { decodeAddress } from '../../../clarity/values.js';
import type { Devnet } from '../../../network/types.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import type { Names } from './names.js';

/** What each principal holds, by asset. */
export type AssetsMap = Map<string, Map<string, bigint>>;

/** The balances of the accounts, of the project's contracts and of all principals that transactions of this session paid. */
export function createAssets(devnet: Devnet, rpc: Pick<StacksClient, 'getJson'>, names: Names) {
  const first = [...Object.values(devnet.accounts).map(({ stx }) => stx.address), ...(devnet.project?.contracts.map(({ id }) => id) ?? [])];
  let principals = new Set(first);
  return {
    add(principal: string): void {
      principals.add(principal);
    },
    /** Remembers who was paid. */
    see(receipts: readonly StacksTxReceipt[]): void {
      for (const { type, ...event } of receipts.flatMap(({ events }) => events)) {
        const detail: unknown = event[type as keyof typeof event];
        const recipient = isRecord(detail) ? detail['recipient'] : undefined;
        if (typeof recipient === 'string' && isPrincipal(recipient)) principals.add(recipient);
      }
    },
    /** @param id `ST….contract::token` */
    async tokenBalance(principal: string, id: string): Promise<bigint> {
      const path = `/extended/v1/address/${principal}/balances`;
      const tokens = readObject(field(readObject(await rpc.getJson(path), path), 'fungible_tokens'), 'fungible_tokens');
      const held = field(tokens, id);
      return held === undefined ? 0n : readBig(readObject(held, id), 'balance');
    },
    forget(): void {
      principals = new Set(first);
    },
    async read(): Promise<AssetsMap> {
      const assets: AssetsMap = new Map();
      const add = (asset: string, holder: string, amount: bigint): void => {
        if (amount === 0n) return;
        const principal = names.fromNetwork(holder);
        const holders = assets.get(asset) ?? new Map<string, bigint>();
        holders.set(principal, (holders.get(principal) ?? 0n) + amount);
        assets.set(asset, holders);
      };
      for (const principal of principals) {
        const path = `/extended/v1/address/${principal}/balances`;
        const answer = readObject(await rpc.getJson(path), path);
        add('STX', principal, readBig(readObject(field(answer, 'stx'), 'stx'), 'balance'));
        for (const [kind, amount] of [
          ['fungible_tokens', 'balance'],
          ['non_fungible_tokens', 'count'],
        ] as const) {
          for (const [id, held] of Object.entries(readObject(field(answer, kind), kind))) {
            add(shortName(id), principal, readBig(readObject(held, id), amount));
          }
        }
      }
      return assets;
    },
  };
}

function isPrincipal(text: string): boolean {
  return decodeAddress(text.split('.')[0] ?? '') !== undefined;
}

/** `ST….counter::points` → `.counter.points`. */
function shortName(id: string): string {
  return id.slice(id.indexOf('.')).replace('::', '.');
}
