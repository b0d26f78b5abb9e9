// A process of its own that imports the Bitcoin node (of this build, or the one that its argument names) and serves RPC: what that takes,
// and 150 blocks, in ms as JSON on stdout.
import { request } from 'node:http';

const started = performance.now();
const { createBitcoinNode } = await import(process.argv[2] ?? 'stacks-devnet/bitcoin-node');
const node = createBitcoinNode();
const { url } = await node.listen({ user: 'u', password: 'p' });
await new Promise((resolve, reject) => {
  const sent = request(url, { method: 'POST', auth: 'u:p' }, (response) => response.resume().once('end', resolve));
  sent.once('error', reject).end('{"method":"getblockcount"}');
});
const answering = performance.now() - started;
const mining = performance.now();
node.mine(150, Uint8Array.of(0x51));
const blocks = performance.now() - mining;
await node.close();
process.stdout.write(JSON.stringify({ answering, blocks }));
