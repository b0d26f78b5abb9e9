import type { Devnet, DevnetProject } from '../../devnet/types.js';
import { type Output, table } from '../output.js';

/** Returns the lines that `up` prints when its network is ready: URLs, the project and the accounts. */
export function summary(devnet: Devnet, { rpcUser, rpcPassword }: { rpcUser: string; rpcPassword: string }, output: Output): string[] {
  const { gateway, stacks, bitcoin } = devnet.urls;
  const urls = [
    ...(gateway === undefined ? [] : [['gateway', gateway, 'faucets, node info, control']]),
    ['stacks', stacks, 'node RPC'],
    ['bitcoin', bitcoin, `node RPC, user ${rpcUser}, password ${rpcPassword}`],
    ...(devnet.project === undefined ? [] : [['project', devnet.project.name, contractCounts(devnet.project)]]),
  ];
  const accounts = Object.values(devnet.accounts).map(({ name, stx, btc }) => [name, stx.address, btc.address]);
  return [
    '',
    ...table(urls),
    '',
    ...table([['account', 'STX', 'BTC'], ...accounts]).map((line, row) => (row === 0 ? output.bold(line) : line)),
    '',
  ];
}

/** Returns how many contracts and requirements a project has, in words. */
export function contractCounts({ contracts }: DevnetProject): string {
  const required = contracts.filter(({ requirement }) => requirement).length;
  const own = contracts.length - required;
  return `${own} ${own === 1 ? 'contract' : 'contracts'}${required === 0 ? '' : `, ${required} ${required === 1 ? 'requirement' : 'requirements'}`}`;
}
