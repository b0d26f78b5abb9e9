import { invalid } from '../../base/error.js';
import type { ResolvedConfig } from './devnet-config.js';

/**
 * Checks the rules that concern several settings at once.
 * @throws DevnetError INVALID_INPUT
 */
export function checkConfig({ engine, ports, electrum, accounts, pox, signers }: ResolvedConfig): void {
  if (engine === 'embedded' && signers !== 1) throw invalid('signers', '1, because the embedded engine has no signers', signers);
  if (engine !== 'embedded' && ports.bitcoinPeers !== undefined) {
    throw invalid('ports.bitcoinPeers', 'nothing, because only the embedded Bitcoin node serves peers', ports.bitcoinPeers);
  }
  if (accounts.mnemonic === undefined && accounts.count > standardAccounts) {
    throw invalid('accounts.count', `at most ${standardAccounts} without accounts.mnemonic`, accounts.count);
  }
  if (accounts.mnemonic !== undefined && accounts.named !== undefined) {
    throw invalid('accounts.named', 'no accounts.mnemonic beside it', Object.keys(accounts.named), 'Remove one of them.');
  }
  if (pox.rewardLength - pox.prepareLength < shortestRewardPhase) {
    const expected = `at least ${shortestRewardPhase} more than pox.prepareLength (${pox.prepareLength})`;
    throw invalid('pox.rewardLength', expected, pox.rewardLength);
  }
  const taken = new Map<number, string>();
  const used = { ...ports, electrum: electrum.enabled ? ports.electrum : undefined };
  for (const [name, port] of Object.entries(used)) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (port !== 0 && other !== undefined) throw invalid(`ports.${name}`, `another port than ports.${other}`, port);
    taken.set(port, name);
  }
}

/** Checks that the external engine has the URLs of its nodes. @throws DevnetError INVALID_INPUT */
export function checkExternal({ engine, external }: ResolvedConfig): void {
  if (engine !== 'external') return;
  for (const [name, example] of Object.entries(externalExamples)) {
    if (external[name as keyof typeof externalExamples] !== undefined) continue;
    const key = `external.${name}`;
    const advice = `The external engine starts no nodes. Set ${key}, for example to ${example}.`;
    throw invalid(key, 'the URL of a running node', undefined, advice);
  }
}

/** Examples of the URLs that the external engine needs. */
export const externalExamples = { bitcoinRpc: 'http://user:password@127.0.0.1:18443', stacksRpc: 'http://127.0.0.1:20443' } as const;

/** `deployer` and `wallet_1` … `wallet_8`. */
const standardAccounts = 9;
/** A network is ready in a reward phase with ten Bitcoin blocks to go, so the phase must be longer. */
const shortestRewardPhase = 11;
