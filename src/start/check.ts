import { checkPort } from '#platform/check-port.js';
import { DevnetError, invalid } from '../base/error.js';
import { cannotImpersonate } from '../network/devnet.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';
import { userDirectories } from '../project/config.js';
import { DEFAULT_DEPLOYER } from '../sbtc/signers.js';

/** Checks what an engine supports of a configuration. @throws DevnetError INVALID_INPUT, UNSUPPORTED */
export function checkSupport(config: ResolvedConfig): void {
  checkFork(config);
  checkProject(config);
  checkContracts(config);
  checkEpochs(config);
  checkHeights(config);
  checkReadOnly(config);
  checkImpersonate(config);
  checkDebugger(config);
  checkRedis(config);
}

/** Checks `listen: false`. @throws DevnetError INVALID_INPUT, UNSUPPORTED */
export function checkListening(config: ResolvedConfig, { listen }: Pick<StartOptions, 'listen'>): void {
  if (listen === undefined || listen === true) return;
  if (listen !== false) throw invalid('listen', 'true or false', listen);
  const { engine, pool, docker, ports, dap } = config;
  const remote = engine !== 'embedded' ? `the ${engine} engine` : pool !== undefined ? 'a pool' : docker.swarm ? 'a Swarm' : undefined;
  if (remote !== undefined) {
    const message = `listen: false: the nodes of ${remote} are in other processes. Remove listen, or use the embedded engine here.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'listen' });
  }
  const wanted = Object.entries({ ...ports, dap }).find(([, port]) => port !== undefined && port !== 0);
  if (wanted === undefined) return;
  const field = wanted[0] === 'dap' ? 'dap' : `ports.${wanted[0]}`;
  throw invalid(field, 'no port, because of listen: false', wanted[1], 'Remove one of both settings.');
}

/** A fork has the rules and contracts of its origin. */
function checkFork({ engine, fork, sbtc, bootContracts }: ResolvedConfig): void {
  const field = fork.url === undefined ? 'fork.bitcoin.url' : 'fork.url';
  const isFork = fork.url !== undefined || fork.bitcoin.url !== undefined;
  if (isFork && engine !== 'embedded') {
    const message = `fork: the ${engine} engine runs its own network. Only the embedded engine forks: remove the setting, or the engine.`;
    throw new DevnetError('UNSUPPORTED', message, { field });
  }
  if (fork.url === undefined) {
    if (fork.bitcoin.url === undefined && fork.bitcoin.height !== undefined) {
      throw invalid('fork.bitcoin.height', 'a fork of Bitcoin', fork.bitcoin.height, 'Name the network with --fork-bitcoin <url>.');
    }
    if (fork.offline && !isFork)
      throw invalid('fork.offline', 'a fork', undefined, 'Name the network with --fork <url> or --fork-bitcoin <url>.');
    return;
  }
  const own = sbtc.enabled ? 'sbtc' : bootContracts === undefined ? undefined : 'bootContracts';
  if (own === undefined) return;
  throw new DevnetError('UNSUPPORTED', `${own}: a fork has the contracts of its origin. Remove the setting.`, { field: own });
}

function checkProject({ engine, project, plan }: ResolvedConfig): void {
  if (plan !== undefined && typeof project !== 'string') {
    throw invalid('project', 'a Clarinet project, because plan names one of its deployment plans', project, 'Pass --project <folder>.');
  }
  if (typeof project === 'string' && engine === 'external') {
    const message = 'project: the external engine deploys no Clarinet projects. Use another engine, or pass --no-project.';
    throw new DevnetError('UNSUPPORTED', message, { field: 'project' });
  }
}

function checkContracts({ engine, sbtc, contracts, bootContracts }: ResolvedConfig): void {
  if (engine === 'embedded') return;
  if (sbtc.enabled && engine === 'external') {
    throw new DevnetError('UNSUPPORTED', 'sbtc: the external engine deploys no contracts. Remove the setting.', { field: 'sbtc' });
  }
  if (sbtc.enabled && sbtc.deployer !== DEFAULT_DEPLOYER) {
    const advice = `The ${engine} engine has only the keys of this deployer.`;
    throw invalid('sbtc.deployer', DEFAULT_DEPLOYER, sbtc.deployer, advice);
  }
  if (contracts.length > 0) {
    const message = `contracts: the ${engine} engine has no contracts at genesis. Deploy them with transactions.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'contracts' });
  }
  if (bootContracts !== undefined) {
    const message = `bootContracts: the ${engine} engine runs the boot contracts of its own node. Remove the setting.`;
    throw new DevnetError('UNSUPPORTED', message, { field: 'bootContracts' });
  }
}

/** Real nodes pass all epochs while they boot: their signers cannot be staked in the PoX contract of a later one beforehand. */
function checkEpochs({ engine, epochs }: ResolvedConfig): void {
  const later = Object.keys(epochs).length > 1;
  if (engine === 'embedded' || !(later || (engine === 'external' && Object.keys(epochs).length > 0))) return;
  const why =
    engine === 'external'
      ? 'the nodes have epochs already'
      : `the ${engine} engine is ready when its last epoch has begun, because the signers must have staked in it. Set epoch instead`;
  throw new DevnetError('UNSUPPORTED', `epochs: ${why}. Only the embedded engine crosses epochs.`, { field: 'epochs' });
}

/** Real nodes begin at the heights at which their signers have stacked, and forks at those of their origin. */
function checkHeights({ engine, heights, fork }: ResolvedConfig): void {
  const isFork = fork.url !== undefined || fork.bitcoin.url !== undefined;
  if (heights !== 'simnet' || (engine === 'embedded' && !isFork)) return;
  const why = isFork ? 'a fork begins at the heights of its origin' : `the nodes of the ${engine} engine have their own heights`;
  const message = `heights: ${why}. Only the embedded engine begins at the heights of a simnet. Remove the setting.`;
  throw new DevnetError('UNSUPPORTED', message, { field: 'heights' });
}

function checkDebugger({ engine, dap }: ResolvedConfig): void {
  if (dap === undefined || engine === 'embedded') return;
  const message = `dap: the nodes of the ${engine} engine do not stop executions. Use the embedded engine, or remove the setting.`;
  throw new DevnetError('UNSUPPORTED', message, { field: 'dap' });
}

function checkImpersonate({ engine, impersonate }: ResolvedConfig): void {
  if (impersonate.length > 0 && engine !== 'embedded') throw cannotImpersonate(engine, 'impersonate');
}

/** Replicas share nodes that none of them owns. */
function checkRedis({ engine, redis }: ResolvedConfig): void {
  if (redis === undefined || engine === 'external') return;
  const message =
    `redis: the ${engine} engine runs its own network. ` +
    'Only gateways of the external engine share one: attach them to its nodes, or remove the setting.';
  throw new DevnetError('UNSUPPORTED', message, { field: 'redis' });
}

/** @throws DevnetError UNSUPPORTED for limits on the external engine */
function checkReadOnly({ engine, readOnly }: ResolvedConfig): void {
  const [name] = Object.entries(readOnly).find(([, limit]) => limit !== undefined) ?? [];
  if (engine !== 'external' || name === undefined) return;
  const field = `readOnly.${name}`;
  const message =
    `${field}: the external engine does not configure its nodes. ` +
    'Remove the setting, and set read_only_call_limit_… in the configuration of the node.';
  throw new DevnetError('UNSUPPORTED', message, { field });
}

/** A boot takes seconds with real nodes, so that a port in use should fail first. @throws DevnetError PORT_TAKEN, INVALID_INPUT */
export async function checkPorts({ engine, host, ports, electrum, dap }: ResolvedConfig, withGateway: boolean): Promise<void> {
  const names: (keyof typeof ports)[] = withGateway ? ['gateway'] : [];
  if (engine !== 'external') names.push('stacks', 'bitcoin');
  if (withGateway && ports.emily !== undefined) names.push('emily');
  if (ports.bitcoinPeers !== undefined) names.push('bitcoinPeers');
  if (electrum.enabled) names.push('electrum');
  for (const name of names) await checkPort({ field: `ports.${name}`, host, port: ports[name] ?? 0 }, userDirectories());
  if (dap !== undefined) await checkPort({ field: 'dap', host, port: dap }, userDirectories());
}
