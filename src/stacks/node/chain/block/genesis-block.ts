import { NO_COST } from '../../../../clarity/costs.js';
import { ADDRESS_VERSION, decodeAddress } from '../../../../clarity/values.js';
import { sha512_256 } from '../../../protocol/codec/hash.js';
import { HASH_MODE } from '../../../protocol/codec/transaction/spending-condition.js';
import { name, u8, u16, u32, u64 } from '../../../protocol/codec/writer.js';
import type { StacksReceipt } from '../../../protocol/receipt/node-receipt.js';
import type { GenesisBalance } from '../../clarity/balances.js';
import { BOOT_ADDRESS } from '../../clarity/boot/boot-address.js';

/** A contract at genesis, with the tokens that its deploy mints, or the STX that it gets. */
export type GenesisDeploy = { contract: string; source: string; clarityVersion: number | undefined; mints: readonly GenesisMint[] };
/** `amount` in the smallest unit of the fungible token, or in micro-STX. */
type GenesisMint = { /** @default STX */ asset?: string | undefined; recipient: string; amount: bigint };

const MAINNET = 0x00;
const TESTNET = 0x80;
const CHAIN_ID = 0x80000000;
const AUTH_STANDARD = 4;
const ANY = 3;
const ALLOW = 1;
const PAYLOAD = { transfer: 0, deploy: 1, versionedDeploy: 6 } as const;
const STANDARD_PRINCIPAL = 5;
const MEMO = Buffer.alloc(34);

/**
 * The receipts of the genesis block: deploys, then the transaction that mints the balances, as stacks-core makes them
 * (`install_boot_code`): unsigned, and free. Its chain has later boot contracts in later blocks.
 */
export function genesisReceipts(deploys: readonly GenesisDeploy[], balances: readonly GenesisBalance[]): StacksReceipt[] {
  let eventIndex = 0;
  const receipt = (raw: Buffer, txIndex: number, events: { type: string; detail: object }[]): StacksReceipt => {
    const txid = `0x${sha512_256(raw).toString('hex')}`;
    return {
      txid,
      rawTx: `0x${raw.toString('hex')}`,
      txIndex,
      status: 'success',
      rawResult: '0x0703',
      events: events.map(({ type, detail }) => ({ type, txid, event_index: eventIndex++, committed: true, [type]: detail })),
      vmError: null,
      cost: NO_COST,
    };
  };
  const minted = balances
    .map(({ principal, amount, locked }) => ({ principal, amount: amount + (locked?.amount ?? 0n) }))
    .filter(({ amount }) => amount > 0n)
    .map(({ principal, amount }) => mint({ recipient: principal, amount }));
  return [
    ...deploys.map((deploy, index) => receipt(deployTransaction(deploy), index, deploy.mints.map(mint))),
    receipt(allocation(), deploys.length, minted),
  ];
}

function mint({ asset, recipient, amount }: GenesisMint): { type: string; detail: object } {
  if (asset === undefined) return { type: 'stx_mint_event', detail: { recipient, amount: `${amount}` } };
  return { type: 'ft_mint_event', detail: { asset_identifier: asset, recipient, amount: `${amount}` } };
}

function deployTransaction({ contract, source, clarityVersion }: GenesisDeploy): Buffer {
  const [address = '', contractName = ''] = contract.split('.');
  const text = Buffer.from(source);
  const version = clarityVersion === undefined ? [u8(PAYLOAD.deploy)] : [u8(PAYLOAD.versionedDeploy), u8(clarityVersion)];
  return transaction(address, [...version, name(contractName), u32(text.length), text]);
}

/** A transfer of nothing to the boot address, which the mints belong to. */
function allocation(): Buffer {
  const hash = decodeAddress(BOOT_ADDRESS);
  return transaction(BOOT_ADDRESS, [
    u8(PAYLOAD.transfer),
    u8(STANDARD_PRINCIPAL),
    u8(hash?.version ?? 0),
    Buffer.from(hash?.hash ?? new Uint8Array(20)),
    u64(0n),
    MEMO,
  ]);
}

/** Nobody signed it: the sender follows from the key hash. */
function transaction(sender: string, payload: Buffer[]): Buffer {
  const address = decodeAddress(sender);
  const { mainnetSingle, mainnetMulti, testnetMulti } = ADDRESS_VERSION;
  const isMainnet = address?.version === mainnetSingle || address?.version === mainnetMulti;
  const isMultisig = address?.version === testnetMulti || address?.version === mainnetMulti;
  const signature = isMultisig ? [u32(0), u16(0)] : [u8(0), Buffer.alloc(65)];
  return Buffer.concat([
    // Readers derive the version of the sender's address from it. Requirements of projects have deployers of mainnet.
    u8(isMainnet ? MAINNET : TESTNET),
    u32(CHAIN_ID),
    u8(AUTH_STANDARD),
    u8(isMultisig ? HASH_MODE.p2sh : HASH_MODE.p2pkh),
    address?.hash ?? Buffer.alloc(20),
    u64(0n),
    u64(0n),
    ...signature,
    u8(ANY),
    u8(ALLOW),
    u32(0),
    ...payload,
  ]);
}
