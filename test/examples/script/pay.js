// A plain script. With DEVNET_URL, as in `stacks-devnet exec`, it uses that network. Otherwise it starts one and stops it at the end.
import { connectDevnet, startDevnet } from 'stacks-devnet';

const devnet = process.env.DEVNET_URL ? await connectDevnet() : await startDevnet();
try {
  const { wallet_1, wallet_2 } = devnet.accounts;
  const [stx, btc] = await Promise.all([
    devnet.faucet.stx(wallet_1.stx.address, { amount: 2_500_000n }),
    devnet.faucet.btc(wallet_2.btc.addresses.p2tr, { amount: 50_000n }),
  ]);
  console.log(`${stx.amount} micro-STX in Stacks block ${stx.block.height}: ${stx.txId}`);
  console.log(`${btc.amount} sats in Bitcoin block ${btc.block.height}: ${btc.txId}`);
  const { data } = await devnet.api.GET('/extended/v1/tx/{tx_id}', { params: { path: { tx_id: stx.txId } } });
  console.log(`the API says: ${data.tx_status}`);
} finally {
  await devnet.close();
}
