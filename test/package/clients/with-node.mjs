// Runs a program with the address of a Bitcoin node: node with-node.mjs PROGRAM [ARGUMENT…]
import { spawn } from 'node:child_process';
import { createBitcoinNode } from 'stacks-devnet-bitcoin';

const [program, ...args] = process.argv.slice(2);
const node = createBitcoinNode();
const { url } = await node.listen({ user: 'alice', password: 'secret' });
const child = spawn(program, [...args, url.replace('http://', 'http://alice:secret@')], { stdio: 'inherit' });
const code = await new Promise((resolve) => child.on('close', resolve));
await node.close();
process.exitCode = code ?? 1;
