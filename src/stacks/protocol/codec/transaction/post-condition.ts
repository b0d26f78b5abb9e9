import { encodeAddress } from '../../../../clarity/values.js';
import { malformed } from '../error.js';
import { readAddress, readClarityName, readContractName } from '../names.js';
import type { ByteReader } from '../reader.js';

/** A transaction's condition on assets; `principal` undefined means the origin. `asset` is `ST….contract::token`. */
export type PostCondition =
  | { type: 'stx'; principal: string | undefined; code: FungibleCode; amount: bigint }
  | { type: 'ft'; principal: string | undefined; asset: string; code: FungibleCode; amount: bigint }
  /** `assetId` is a serialized Clarity value, hex. */
  | { type: 'nft'; principal: string | undefined; asset: string; assetId: string; code: NonFungibleCode }
  /** Epoch 4.0. */
  | { type: 'staking'; principal: string | undefined; code: FungibleCode; amount: bigint }
  | { type: 'pox'; principal: string | undefined; code: PoxCode };

type FungibleCode = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
type NonFungibleCode = 'sent' | 'not-sent' | 'maybe-sent';
type PoxCode = 'not-performed' | 'maybe-performed' | 'performed';

const FUNGIBLE: Record<number, FungibleCode> = { 1: 'eq', 2: 'gt', 3: 'gte', 4: 'lt', 5: 'lte' };
const NON_FUNGIBLE: Record<number, NonFungibleCode> = { 16: 'sent', 17: 'not-sent', 18: 'maybe-sent' };
const POX: Record<number, PoxCode> = { 48: 'not-performed', 49: 'maybe-performed', 50: 'performed' };

/**
 * @param readAssetId reads a Clarity value and gives its canonical hex
 * @throws CodecError
 */
export function readPostCondition(reader: ByteReader, readAssetId: () => string): PostCondition {
  const id = reader.u8();
  switch (id) {
    case 0:
      return { type: 'stx', principal: readConditionPrincipal(reader), ...readFungible(reader, 'STX fungible') };
    case 1:
      return { type: 'ft', principal: readConditionPrincipal(reader), asset: readAsset(reader), ...readFungible(reader, 'FungibleAsset') };
    case 2: {
      const head = { principal: readConditionPrincipal(reader), asset: readAsset(reader), assetId: readAssetId() };
      return { type: 'nft', ...head, code: readCode(reader.u8(), NON_FUNGIBLE, 'NonfungibleAsset') };
    }
    case 3:
      return { type: 'staking', principal: readConditionPrincipal(reader), ...readFungible(reader, 'Staking fungible') };
    case 4:
      return { type: 'pox', principal: readConditionPrincipal(reader), code: readCode(reader.u8(), POX, 'Pox') };
    default:
      throw malformed(`Failed to parse transaction: unknown asset info ID ${id}`);
  }
}

function readFungible(reader: ByteReader, what: string): { code: FungibleCode; amount: bigint } {
  const code = reader.u8();
  const amount = reader.u64();
  return { code: readCode(code, FUNGIBLE, what), amount };
}

function readCode<T>(code: number, codes: Record<number, T>, what: string): T {
  const known = codes[code];
  if (known === undefined) throw malformed(`Failed to parse transaction: Failed to parse ${what} condition code ${code}`);
  return known;
}

function readAsset(reader: ByteReader): string {
  return `${encodeAddress(readAddress(reader))}.${readContractName(reader)}::${readClarityName(reader)}`;
}

function readConditionPrincipal(reader: ByteReader): string | undefined {
  const id = reader.u8();
  if (id === 1) return undefined;
  if (id !== 2 && id !== 3) throw malformed(`Failed to parse transaction: unknown post condition principal ID ${id}`);
  const address = encodeAddress(readAddress(reader));
  return id === 2 ? address : `${address}.${readContractName(reader)}`;
}
