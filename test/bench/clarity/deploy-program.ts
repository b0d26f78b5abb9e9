import { sbtcContracts } from '#dist/sbtc/deployments.js';
import { bootSource } from '#dist/stacks/node/clarity/boot/boot-state.js';
import { nodeCrypto } from '#dist/stacks/node/clarity/crypto.js';
import { Session } from '../../clarity/session.js';
import { WasmSession } from '../../clarity/wasm/session.js';
import { DEPLOYER } from './contracts.js';
import type { DeployTurn } from './deploys.js';

// Deploys a source with one of the VMs when it is asked to, and answers with the milliseconds of each deploy.

const EPOCH = '3.4';

const [vm, which] = process.argv.slice(2);
const { source, version } =
  which === 'pox-4'
    ? { source: bootSource('pox-4'), version: 2 as const }
    : { source: (await sbtcContracts({ deployer: DEPLOYER }))[0]?.source as string, version: 3 as const };

process.on('message', async (deploys: number) => {
  const deploy = await open();
  const times: number[] = [];
  for (let number = 0; number < deploys; number++) {
    const started = performance.now();
    const failure = deploy(`${DEPLOYER}.deployed-${number}`);
    times.push(performance.now() - started);
    if (failure !== undefined) throw new Error(`${vm} cannot deploy ${which}: ${JSON.stringify(failure)}`);
  }
  process.send?.({ times } satisfies DeployTurn);
});
process.send?.('ready');

/** Opens an empty chain: the WebAssembly VM becomes slower with each contract. */
async function open(): Promise<(contract: string) => unknown> {
  if (vm === 'theirs') {
    const session = await WasmSession.open(EPOCH, DEPLOYER);
    session.fund(DEPLOYER, 1_000_000n);
    return (contract) => session.deploy(contract, source, version).error;
  }
  const session = new Session({ epoch: EPOCH, crypto: nodeCrypto });
  session.mine(5);
  session.fund(DEPLOYER, 1_000_000n);
  return (contract) => session.deploy({ contract, source, version }).failure;
}
