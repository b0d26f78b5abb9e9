import { verifyMessageSignatureRsv } from '@stacks/encryption';
import { describe, expect, test } from 'vitest';
import { call, canRun, needs, useWalletPages } from './page.js';

const SCRIPT = `
  import { Buffer } from 'buffer';
  globalThis.Buffer = Buffer;
  import * as connect from '@stacks/connect-7';
  import * as transactions from '@stacks/transactions-v6';
  const userSession = new connect.UserSession({ appConfig: new connect.AppConfig(['store_write']) });
  const appDetails = { name: 'app', icon: location.origin + '/icon.png' };
  const asked = (ask, options) => new Promise((resolve, reject) => {
    const onCancel = () => reject(new Error('cancelled'));
    ask({ ...options, userSession, appDetails, network: 'testnet', onFinish: resolve, onCancel });
  });
  Object.assign(globalThis, { connect, transactions, userSession, asked });
`;
const ADDRESS = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const BOB = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';

describe.skipIf(!canRun)(`@stacks/connect 7 ${needs}`, () => {
  const { open } = useWalletPages(SCRIPT);

  test.each(['leather', 'xverse'] as const)('%s: signs in, sends, signs, and is cancelled', async (name) => {
    await using opened = await open({ wallets: [name] });
    const { page, wallet, devnet } = opened;
    const signIn = () =>
      call(page, 'asked(connect.authenticate, { redirectTo: "/" }).then(() => userSession.loadUserData().profile.stxAddress)');
    wallet.once({ decision: 'reject' });
    expect(await signIn()).toMatchObject({ thrown: { message: 'cancelled' } });
    expect(await signIn()).toEqual({ testnet: ADDRESS, mainnet: expect.stringMatching(/^SP/) });

    const deploy = { contractName: `seven-${name}`, codeBody: '(define-public (add (n uint)) (ok (+ n u7)))' };
    const deployed = await call<{ txId: string }>(page, `asked(connect.openContractDeploy, ${JSON.stringify(deploy)})`);
    expect((await devnet.stacks.waitForTx(deployed.txId)).status).toBe('success');
    const contract = `contractAddress: '${ADDRESS}', contractName: 'seven-${name}'`;
    const called = `{ ${contract}, functionName: 'add', functionArgs: [transactions.uintCV(1)] }`;
    const { txId } = await call<{ txId: string }>(page, `asked(connect.openContractCall, ${called})`);
    expect(await devnet.stacks.waitForTx(txId)).toMatchObject({ status: 'success' });
    const paid = await call<{ txId: string }>(page, `asked(connect.openSTXTransfer, { recipient: '${BOB}', amount: '5', memo: 'm' })`);
    expect((await devnet.stacks.waitForTx(paid.txId)).status).toBe('success');

    const signed = await call<{ signature: string; publicKey: string }>(
      page,
      "asked(connect.openSignatureRequestPopup, { message: 'hello' })",
    );
    expect(verifyMessageSignatureRsv({ message: 'hello', ...signed })).toBe(true);
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'getAddresses',
      'getAddresses',
      'stx_deployContract',
      'stx_callContract',
      'stx_transferStx',
      'stx_signMessage',
    ]);
  });
});
