import { broadcastTransaction, Cl, makeContractCall, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import type { Devnet } from 'stacks-devnet';
import { account } from '../../../devnet.js';
import type { Sample } from './paths.js';

const SOURCE = `(define-fungible-token coin)
(define-non-fungible-token stamp uint)
(define-data-var last uint u0)
(define-public (mint (amount uint))
  (begin (var-set last (+ (var-get last) u1)) (print { minted: amount })
    (try! (ft-mint? coin amount tx-sender)) (nft-mint? stamp (var-get last) tx-sender)))
(define-public (burn (id uint)) (nft-burn? stamp id tx-sender))`;

/** The nonce of the transaction that stays in the mempool. */
export const GAP_NONCE = 12n;

/** Deploys a contract with tokens, mints, burns and transfers, and leaves a transaction behind a nonce gap in the mempool. */
export async function makeSample(devnet: Devnet): Promise<Sample> {
  const network = 'devnet';
  const client = { baseUrl: devnet.urls.gateway ?? '' };
  const { privateKey: senderKey, stx, btc } = account(devnet, 'wallet_1');
  const { address } = stx;
  const send = async (transaction: Awaited<ReturnType<typeof makeSTXTokenTransfer>>): Promise<string> => {
    const sent = await broadcastTransaction({ transaction, client });
    if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
    return `0x${sent.txid.replace(/^0x/, '')}`;
  };
  const call = (functionName: string, value: number) =>
    makeContractCall({
      contractAddress: address,
      contractName: 'shop',
      functionName,
      functionArgs: [Cl.uint(value)],
      postConditionMode: 'allow',
      senderKey,
      network,
      client,
    });
  const deploy = await makeContractDeploy({ contractName: 'shop', codeBody: SOURCE, senderKey, network, client });
  await devnet.stacks.waitForTx(await send(deploy));
  await devnet.stacks.waitForTx(await send(await call('mint', 500)));
  await devnet.stacks.waitForTx(await send(await call('mint', 7)));
  await devnet.stacks.waitForTx(await send(await call('burn', 2)));
  const recipient = account(devnet, 'wallet_2').stx.address;
  await devnet.stacks.waitForTx(
    await send(await makeSTXTokenTransfer({ recipient, amount: 5n, memo: 'hello', senderKey, network, client })),
  );
  const txid = await send(await call('mint', 30));
  const { block } = await devnet.stacks.waitForTx(txid);
  await send(await makeSTXTokenTransfer({ recipient, amount: 1n, fee: 300n, nonce: GAP_NONCE, senderKey, network, client }));
  const response = await fetch(`${client.baseUrl}/extended/v2/blocks/${block.height}`);
  const shown = (await response.json()) as Record<'hash' | 'burn_block_hash', string> & Record<'block_time' | 'burn_block_height', number>;
  return {
    address,
    contract: `${address}.shop`,
    coin: `${address}.shop::coin`,
    txid,
    block: { height: block.height, hash: shown.hash, time: shown.block_time },
    burn: { height: shown.burn_block_height, hash: shown.burn_block_hash },
    btcAddress: btc.address,
  };
}
