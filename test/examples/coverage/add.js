import { broadcastTransaction, Cl, makeContractCall } from '@stacks/transactions';
import { connectDevnet } from 'stacks-devnet';

const devnet = await connectDevnet();
const { accounts, network } = devnet;
const transaction = await makeContractCall({
  contractAddress: accounts.deployer.stx.address,
  contractName: 'counter',
  functionName: 'add',
  functionArgs: [Cl.uint(5)],
  senderKey: accounts.wallet_1.privateKey,
  network,
});
const { txid } = await broadcastTransaction({ transaction, network });
console.log((await devnet.stacks.waitForTx(txid)).result.repr);
await devnet.close();
