#!/usr/bin/env node
// bitcoind's command line, as far as the native engine uses it, for the embedded Bitcoin node of this package. Nothing is on disk.
import { spawn } from 'node:child_process';
import path from 'node:path';

const words = process.argv.slice(2);
if (words.some((word) => /^--?version$/.test(word))) {
  console.log('Bitcoin Core daemon version v30.0.0');
  process.exit(0);
}
const value = (name) => words.findLast((word) => word.startsWith(`-${name}=`))?.slice(name.length + 2) ?? '';
const peersPort = value('bind').split(':').at(-1);
const program = path.resolve(import.meta.dirname, '../../../bundle/cli.js');
const flags = [
  '--port',
  value('rpcport'),
  '--peers-port',
  peersPort,
  '--rpc-user',
  value('rpcuser'),
  '--rpc-password',
  value('rpcpassword'),
];
const node = spawn(process.execPath, [program, 'node', 'bitcoin', ...flags], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => node.kill(signal));
node.on('exit', (status) => process.exit(status ?? 1));
