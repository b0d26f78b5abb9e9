import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownCommand } from '#platform/own-command.js';
import { writeOutput } from '#platform/write-output.js';
import { DevnetError, invalid } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import { MANAGER } from '../../engines/common.js';
import type { GatewayClient } from '../../network/connected.js';
import type { ContractInternals, LooseContract } from '../../network/contract.js';
import { resolveContract } from '../../network/contract.js';
import type { Devnet } from '../../network/types.js';
import { declarationFile, isDeclarationFile } from '../declarations/file.js';
import type { Output } from '../output.js';

const PAGE = 50;
/** The boot contracts of test networks and mainnet. */
const BOOT = ['ST000000000000000000002AMW42H', 'SP000000000000000000002Q6VF78'];

/** `types [contracts...]`: writes a declaration file from the interfaces of contracts. */
export async function types(
  connect: () => Promise<Devnet>,
  connectGateway: () => Promise<GatewayClient>,
  output: Output,
  cwd: string,
  names: readonly string[],
  file: string,
): Promise<void> {
  await using devnet = await connect();
  const ids = names.length === 0 ? await deployedContracts(devnet, await connectGateway()) : names;
  const contracts = await Promise.all(
    ids.map(async (name) => {
      const contract = devnet.contract(name) as LooseContract & ContractInternals;
      return { id: contract.id, abi: await contract.abi() };
    }),
  );
  const text = declarationFile(contracts, (id) => hasShortName(devnet, id), Object.keys(devnet.accounts));
  if (file === '-') {
    output.line(text.trimEnd());
    return;
  }
  const target = path.resolve(cwd, file);
  const present = await readFile(target, 'utf8').catch(() => undefined);
  if (present !== undefined && !isDeclarationFile(present)) {
    throw invalid('--output', 'a new file, or one that this command wrote', file, 'Choose another name, or remove the file.');
  }
  await writeOutput('--output', target, text);
  if (output.json) output.object({ file: target, contracts: contracts.map(({ id }) => id) });
  else output.line(`wrote ${file}: ${contracts.length} ${contracts.length === 1 ? 'contract' : 'contracts'}`);
}

/** Whether the name of a contract alone stands for it. */
function hasShortName({ accounts, project }: Devnet, id: string): boolean {
  const [, name] = id.split('.');
  try {
    return resolveContract(name, { accounts, project }) === id;
  } catch {
    // The network has no account deployer.
    return false;
  }
}

/**
 * The contracts on the chain, without those of the network itself and requirements of the project. @throws DevnetError NOT_FOUND
 * without any
 */
async function deployedContracts(devnet: Devnet, gateway: GatewayClient): Promise<string[]> {
  const { contracts = [] } = devnet.project ?? {};
  const own = [...BOOT, (await devnet.status()).sbtc?.deployer];
  const required = contracts.filter(({ requirement }) => requirement).map(({ id }) => id);
  const found = new Set(contracts.map(({ id }) => id));
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const { body } = await gateway.ask('GET', `/extended/v1/tx?type=smart_contract&limit=${PAGE}&offset=${offset}`);
    const { results } = body;
    total = Number(body['total']);
    for (const entry of Array.isArray(results) ? results.filter(isRecord) : []) {
      const { smart_contract: contract, tx_status: status } = entry;
      if (status === 'success' && isRecord(contract)) found.add(String(contract['contract_id']));
    }
  }
  const addresses = Object.values(devnet.accounts).map(({ stx }) => stx.address);
  const isOwn = (id: string): boolean => {
    const [address = '', name] = id.split('.');
    return own.includes(address) || (name === MANAGER && !addresses.includes(address));
  };
  const ids = [...found].filter((id) => !isOwn(id) && !required.includes(id)).sort();
  if (ids.length > 0) return ids;
  const hint = `Deploy one first, or name contracts: ${ownCommand('types ST….name')}`;
  throw new DevnetError('NOT_FOUND', `no contract is deployed on this network. ${hint}`, { hint });
}
