// Prints heights as suites and contracts see them, on the simnet of a module or on the network of this run: heights.mjs MODULE CONTRACT
import { cvToString } from '@stacks/transactions';

const { initSimnet } = await import(process.argv[2]);
const simnet = await initSimnet();
const alice = simnet.getAccounts().get('alice');
const name = process.argv[3];
const seen = [];
const look = (result) => seen.push([simnet.stacksBlockHeight, simnet.burnBlockHeight, result && cvToString(result)].join(' '));
look();
for (const step of [
  () => simnet.callPublicFn(name, 'now', [], alice).result,
  () => void simnet.mineEmptyBurnBlocks(3),
  () => simnet.callPublicFn(name, 'now', [], alice).result,
  () => void simnet.mineEmptyStacksBlocks(2),
  () => simnet.transferSTX(1, simnet.deployer, alice).result,
  () => simnet.transferSTX(1, alice, alice).result,
])
  look(step());
await simnet.initSession(process.cwd(), './Clarinet.toml');
look();
process.stdout.write(`${seen.join('\n')}\n`);
process.exit();
