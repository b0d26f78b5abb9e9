import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Cl } from '@stacks/transactions';
import { startDevnet } from 'stacks-devnet';
import { expect, test, vi } from 'vitest';
import { bitcoinRpc } from './kept-state.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes are everywhere where a state may have them: in constants, keys, values and ids. */
const BYTES = `
(define-constant secret 0x0102030405)
(define-constant pair { left: 0x0a0b, right: (list 0x0c 0x0d) })
(define-data-var last (buff 8) 0x)
(define-map names (buff 8) { by: principal, of: (buff 8) })
(define-non-fungible-token badge (buff 8))
(define-public (name (it (buff 8)))
  (begin
    (map-set names it { by: tx-sender, of: secret })
    (try! (nft-mint? badge it tx-sender))
    (print it)
    (ok (var-set last it))))`;

test('default: a network that loaded a state keeps nothing of its bytes in memory', async () => {
  const written = async (): Promise<ArrayBuffer> => {
    await using devnet = await startDevnet();
    await devnet.stacks.deploy({ name: 'bytes', source: BYTES, as: 'wallet_1' });
    await devnet.contract(`${devnet.accounts.wallet_1.stx.address}.bytes`).call('name', [Cl.bufferFromHex('beef')], { as: 'wallet_2' });
    await bitcoinRpc(devnet, 'createwallet', 'savings');
    await devnet.faucet.btc((await bitcoinRpc(devnet, 'getnewaddress')) as string);
    await devnet.setMining({ bitcoin: 'manual', stacks: 'manual' });
    await devnet.stacks.transfer({ to: 'wallet_5', amount: 7n, as: 'wallet_4', wait: false });
    await bitcoinRpc(devnet, 'sendtoaddress', await bitcoinRpc(devnet, 'getnewaddress'), 0.001);
    // A copy that nothing else refers to.
    return new Uint8Array(await devnet.dumpState()).buffer;
  };
  await using devnet = await startDevnet();
  const load = async (): Promise<WeakRef<ArrayBuffer>> => {
    const state = await written();
    await devnet.loadState(new Uint8Array(state));
    return new WeakRef(state);
  };
  const state = await load();
  await vi.waitFor(async () => {
    await sleep(0);
    collect();
    expect(state.deref()?.byteLength).toBeUndefined();
  }, 5_000);
  const contract = devnet.contract(`${devnet.accounts.wallet_1.stx.address}.bytes`);
  expect(await contract.variable('last')).toEqual(Uint8Array.of(0xbe, 0xef));
});
