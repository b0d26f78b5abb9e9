// A process of its own that uses a simnet as a suite does: simnet-program.mjs MODULE MANIFEST. Prints times in ms, and rates, as JSON.
import { readFileSync } from 'node:fs';
import { Cl } from '@stacks/transactions';

const [module, manifest] = process.argv.slice(2);
const CALLS = 2_000;

const started = performance.now();
const { initSimnet } = await import(module);
let simnet = await initSimnet(manifest);
const simnetStart = performance.now() - started;
const again = performance.now();
simnet = await initSimnet(manifest);
const simnetAgain = performance.now() - again;
const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));

const rateOf = (call) => {
  const begun = performance.now();
  for (let made = 0; made < CALLS; made++) call();
  return (CALLS * 1000) / (performance.now() - begun);
};
const simnetCalls = rateOf(() => simnet.callPublicFn('counter', 'increment', [], simnet.deployer));
const simnetReads = rateOf(() => simnet.callReadOnlyFn('counter', 'get-count', [], simnet.deployer));
const { result } = simnet.callReadOnlyFn('counter', 'get-count', [], simnet.deployer);
if (Cl.prettyPrint(result) !== `u${CALLS}`) throw new Error(`${module} counted to ${Cl.prettyPrint(result)}, not to u${CALLS}`);
process.stdout.write(`\n${JSON.stringify({ simnetStart, simnetAgain, simnetCalls, simnetReads, memory: Number(resident[1]) / 1024 })}\n`);
