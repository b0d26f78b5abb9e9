import { capabilities } from '../../capability.js';
import { STATUSES } from '../../chains/stacks/receipt/node-receipt.js';
import { readOrigin } from '../../chains/stacks/trace/read-trace.js';
import { engineNames } from '../../engine-name.js';
import { field, type Json, listOf, readBig, readNumber, readObject, readOneOf, readText } from '../../json.js';
import type { MiningMode, MiningModes } from '../../mining-mode.js';
import type {
  Account,
  AnchoredReceipt,
  BitcoinTxReceipt,
  BlockRef,
  Devnet,
  DevnetProject,
  DevnetStatus,
  DevnetUrls,
  FaucetPayment,
  MineResult,
  SnapshotInfo,
  StacksTxReceipt,
} from '../types.js';
import { readFaults } from './chaos.js';
import { readSbtcNames } from './sbtc.js';

/** The bodies of the gateway's control routes, rebuilt field by field. All throw DevnetError RPC naming the field. */

const phases = ['reward', 'prepare'] as const;

export function readStatus(body: object): DevnetStatus {
  const chain = (name: 'bitcoin' | 'stacks') => {
    const part = object(body, name);
    return { height: readNumber(part, 'height'), hash: readText(part, 'hash'), mode: readMode(field(part, 'mode')) };
  };
  const cycle = object(body, 'cycle');
  const sbtc = readSbtcNames(body);
  return {
    engine: readOneOf(body, 'engine', engineNames),
    ready: field(body, 'ready') === true,
    ...(field(body, 'reason') === undefined ? {} : { reason: readText(body, 'reason') }),
    version: readText(body, 'version'),
    bitcoin: chain('bitcoin'),
    stacks: chain('stacks'),
    epoch: readText(body, 'epoch'),
    capabilities: listOf(field(body, 'capabilities') ?? [], 'capabilities').map((name) => readOneOf({ name }, 'name', capabilities)),
    cycle: { id: readNumber(cycle, 'id'), phase: readOneOf(cycle, 'phase', phases), blocksLeft: readNumber(cycle, 'blocksLeft') },
    ...readBootContracts(body),
    ...readFork(body),
    ...(field(body, 'impersonated') === undefined ? {} : { impersonated: listOf(field(body, 'impersonated'), 'impersonated').map(String) }),
    ...(field(body, 'chaos') === undefined ? {} : { chaos: readFaults(body, 'chaos') }),
    ...(sbtc === undefined ? {} : { sbtc }),
    ...readProjectName(body),
    urls: readUrls(body),
  };
}

function readBootContracts(body: object): Pick<DevnetStatus, 'bootContracts'> {
  if (field(body, 'bootContracts') === undefined) return {};
  const read = object(body, 'bootContracts');
  return { bootContracts: { url: readText(read, 'url'), contracts: listOf(field(read, 'contracts'), 'contracts').map(String) } };
}

function readFork(body: object): Pick<DevnetStatus, 'fork'> {
  if (field(body, 'fork') === undefined) return {};
  const read = object(body, 'fork');
  return { fork: { url: readText(read, 'url'), height: readNumber(read, 'height'), bitcoinOffset: readNumber(read, 'bitcoinOffset') } };
}

function readProjectName(body: object): Pick<DevnetStatus, 'project'> {
  if (field(body, 'project') === undefined) return {};
  const project = object(body, 'project');
  return { project: { root: readText(project, 'root'), name: readText(project, 'name') } };
}

export function readProject(body: object): DevnetProject {
  return {
    root: readText(body, 'root'),
    name: readText(body, 'name'),
    contracts: rows(body, 'contracts').map((row) => ({
      id: readText(row, 'id'),
      path: readText(row, 'path'),
      clarityVersion: readNumber(row, 'clarityVersion'),
      epoch: readText(row, 'epoch'),
      requirement: field(row, 'requirement') === true,
    })),
  };
}

export function readAccounts(body: object): Account[] {
  return rows(body, 'accounts').map((row) => {
    const btc = object(row, 'btc');
    const addresses = object(btc, 'addresses');
    const kind = (name: keyof Account['btc']['addresses']) => readText(addresses, name);
    return {
      name: readText(row, 'name'),
      privateKey: readText(row, 'privateKey'),
      ...(field(row, 'mnemonic') === undefined ? {} : { mnemonic: readText(row, 'mnemonic') }),
      stx: { address: readText(object(row, 'stx'), 'address') },
      btc: {
        address: readText(btc, 'address'),
        addresses: { p2pkh: kind('p2pkh'), p2wpkh: kind('p2wpkh'), 'p2sh-p2wpkh': kind('p2sh-p2wpkh'), p2tr: kind('p2tr') },
      },
    };
  });
}

export function readBalanceList(body: object): Awaited<ReturnType<Devnet['balances']>> {
  return rows(body, 'accounts').map((row) => {
    const stx = object(row, 'stx');
    return {
      name: readText(row, 'name'),
      stx: { balance: readBig(stx, 'balance'), nonce: readNumber(stx, 'nonce') },
      btc: { balance: readBig(object(row, 'btc'), 'balance') },
    };
  });
}

export function readBitcoinNode(body: object): { url: string; rpcUser: string; rpcPassword: string } {
  const bitcoin = object(body, 'bitcoin');
  return { url: readText(bitcoin, 'url'), rpcUser: readText(bitcoin, 'rpcUser'), rpcPassword: readText(bitcoin, 'rpcPassword') };
}

/** @param body with `urls` */
export function readUrls(body: object): DevnetUrls {
  const urls = object(body, 'urls');
  return {
    gateway: optionalText(urls, 'gateway'),
    stacks: readText(urls, 'stacks'),
    bitcoin: readText(urls, 'bitcoin'),
    ...optionalUrl(urls, 'page'),
    ...optionalUrl(urls, 'emily'),
    ...optionalUrl(urls, 'dap'),
  };
}

export function readMined(body: object): MineResult {
  const bitcoin = object(body, 'bitcoin');
  const stacks = object(body, 'stacks');
  const hashes = listOf(field(bitcoin, 'hashes'), 'hashes').map((hash) => readText({ hash }, 'hash'));
  return {
    bitcoin: { height: readNumber(bitcoin, 'height'), hashes },
    stacks: { height: readNumber(stacks, 'height'), hash: readText(stacks, 'hash') },
  };
}

export function readModes(body: object): MiningModes {
  return { bitcoin: readMode(field(body, 'bitcoin')), stacks: readMode(field(body, 'stacks')) };
}

export function readSnapshot(body: object): SnapshotInfo {
  const heights = object(body, 'heights');
  return {
    id: readText(body, 'id'),
    name: readText(body, 'name'),
    createdAt: readText(body, 'createdAt'),
    heights: { bitcoin: readNumber(heights, 'bitcoin'), stacks: readNumber(heights, 'stacks') },
  };
}

export function readSnapshots(body: object): SnapshotInfo[] {
  return rows(body, 'snapshots').map(readSnapshot);
}

export function readPayment(body: object): FaucetPayment {
  const payment = { txId: readText(body, 'txId'), txRaw: readText(body, 'txRaw'), amount: readBig(body, 'amount') };
  return field(body, 'block') === undefined ? payment : { ...payment, block: readBlock(object(body, 'block')) };
}

export function readBitcoinReceipt(body: object): BitcoinTxReceipt {
  const { height, hash } = readBlock(object(body, 'block'));
  return { txid: readText(body, 'txid'), block: { height, hash }, confirmations: readNumber(body, 'confirmations') };
}

export function readStacksReceipt(body: object): StacksTxReceipt {
  return {
    txid: readText(body, 'txid'),
    status: readOneOf(body, 'status', STATUSES),
    result: readResult(body),
    ...(field(body, 'reason') === undefined ? {} : { reason: readText(body, 'reason') }),
    ...readOrigin(body),
    // As the node reported them: their fields depend on their type, which readers of an event check.
    events: listOf(field(body, 'events'), 'events') as StacksTxReceipt['events'],
    cost: readCost(body),
    block: readStacksBlock(body),
  };
}

export function readResult(body: object): StacksTxReceipt['result'] {
  const result = object(body, 'result');
  return { hex: readText(result, 'hex'), repr: readText(result, 'repr') };
}

export function readCost(body: object): StacksTxReceipt['cost'] {
  const cost = object(body, 'cost');
  const count = (name: keyof StacksTxReceipt['cost']) => readNumber(cost, name);
  return {
    readCount: count('readCount'),
    readLength: count('readLength'),
    runtime: count('runtime'),
    writeCount: count('writeCount'),
    writeLength: count('writeLength'),
  };
}

export function readStacksBlock(body: object): StacksTxReceipt['block'] {
  const block = object(body, 'block');
  return { height: readNumber(block, 'height'), hash: readText(block, 'hash'), burnHeight: readNumber(block, 'burnHeight') };
}

export function readAnchored(body: object): AnchoredReceipt {
  return { ...readStacksReceipt(body), confirmations: readNumber(body, 'confirmations') };
}

function readBlock(body: object): BlockRef {
  const block = { height: readNumber(body, 'height'), hash: readText(body, 'hash') };
  return field(body, 'burnHeight') === undefined ? block : { ...block, burnHeight: readNumber(body, 'burnHeight') };
}

function readMode(value: Json): MiningMode {
  return typeof value === 'object' && value !== null
    ? { intervalMs: readNumber(value, 'intervalMs') }
    : readOneOf({ mode: value }, 'mode', ['auto', 'manual']);
}

function object(body: object, name: string): object {
  return readObject(field(body, name), name);
}

function rows(body: object, name: string): object[] {
  return listOf(field(body, name), name).map((row) => readObject(row, name));
}

function optionalUrl<Name extends 'page' | 'emily' | 'dap'>(urls: object, name: Name): { [Key in Name]?: string } {
  const url = optionalText(urls, name);
  return url === undefined ? {} : ({ [name]: url } as { [Key in Name]: string });
}

function optionalText(body: object, name: string): string | undefined {
  return field(body, name) === undefined ? undefined : readText(body, name);
}
