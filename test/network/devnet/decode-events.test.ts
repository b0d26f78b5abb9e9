import { connectDevnet, type Devnet, decodeEvents, type StacksTxReceipt } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootDevnet } from '../../devnet.js';

const SOURCE = `
(define-fungible-token coin)
(define-non-fungible-token card uint)
(define-public (go (n uint))
  (begin
    (print {n: n, of: (list -1 2), who: tx-sender, at: none, data: 0x0102})
    (try! (stx-transfer-memo? n tx-sender 'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB 0x6869))
    (try! (ft-mint? coin n tx-sender))
    (try! (ft-burn? coin n tx-sender))
    (try! (nft-mint? card n tx-sender))
    (stx-burn? n tx-sender)))
`;
const LARGE = 9_007_199_254_740_993n;
const RECIPIENT = 'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet({ gateway: true });
  await devnet.stacks.deploy({ name: 'all', source: SOURCE, as: 'deployer' });
  await devnet.state.setStxBalance(devnet.accounts.wallet_1.stx.address, LARGE * 3n);
});
afterAll(() => devnet?.close());

test('default: amounts are bigint, and values are decoded, in process and over a connection', async () => {
  const who = devnet.accounts.wallet_1.stx.address;
  const contract = `${devnet.accounts.deployer.stx.address}.all`;
  const { txid } = await devnet.contract('all').call('go', [LARGE], { as: 'wallet_1', expect: 'ok' });
  await using connected = await connectDevnet(devnet.urls.gateway);

  const expected = [
    { kind: 'print', contract, topic: 'print', value: { n: LARGE, of: [-1n, 2n], who, at: null, data: Uint8Array.of(1, 2) } },
    { kind: 'stx', action: 'transfer', sender: who, recipient: RECIPIENT, amount: LARGE, memo: '0x6869' },
    { kind: 'ft', action: 'mint', recipient: who, asset: `${contract}::coin`, amount: LARGE },
    { kind: 'ft', action: 'burn', sender: who, asset: `${contract}::coin`, amount: LARGE },
    { kind: 'nft', action: 'mint', recipient: who, asset: `${contract}::card`, value: LARGE },
    { kind: 'stx', action: 'burn', sender: who, amount: LARGE },
  ];
  expect(decodeEvents(await devnet.stacks.waitForTx(txid))).toEqual(expected);
  expect(decodeEvents(await connected.stacks.waitForTx(txid))).toEqual(expected);
});

test('behavior: a value nested too deep to read is undefined', () => {
  const raw_value = `0x${'0a'.repeat(20)}03`;
  const event = { type: 'contract_event', txid: '0x', event_index: 0, committed: true };
  const receipt: Pick<StacksTxReceipt, 'events'> = {
    events: [{ ...event, contract_event: { contract_identifier: 'ST.c', topic: 'print', raw_value } }],
  };
  expect(decodeEvents(receipt)).toEqual([{ kind: 'print', contract: 'ST.c', topic: 'print', value: undefined }]);
});
