import { invalid } from '../../../base/error.js';
import { checkContractName } from '../../../stacks/principal.js';
import { extendReceipt } from '../../../stacks/receipt.js';
import { signDeploy } from '../../../stacks/signing.js';
import type { Accounts, StacksTxReceipt } from '../../data.js';
import { checkOptions } from '../options.js';
import type { SendAndWait } from './send-and-wait.js';
import { resolveSigner } from './signer.js';
import type { DeployReceipt, DeployRequest } from './types.js';

const NEWEST_CLARITY = 6;

/** Deploys a contract. @throws DevnetError INVALID_INPUT, REJECTED, TIMEOUT, and as `waitForTx` */
export async function deployContract(request: DeployRequest, accounts: Accounts, send: SendAndWait): Promise<string | DeployReceipt> {
  if (typeof request !== 'object' || request === null) throw invalid('deploy', 'an object with name, source and as', request);
  checkOptions('deploy', request);
  const { name, source: given, clarityVersion, as, ...options } = request;
  checkContractName(name, 'name');
  const source = checkSource(given);
  const isKnown =
    clarityVersion === undefined || (Number.isInteger(clarityVersion) && clarityVersion >= 1 && clarityVersion <= NEWEST_CLARITY);
  if (!isKnown) throw invalid('clarityVersion', `a whole number from 1 to ${NEWEST_CLARITY}`, clarityVersion);
  const signer = await resolveSigner(as, accounts);
  const contract = `${signer.address}.${name}`;
  const what = `the deployment of ${contract}`;
  const sign = (signing: Omit<Parameters<typeof signDeploy>[0], 'name' | 'source'>) =>
    signDeploy({ ...signing, name, source, clarityVersion });
  return send({ ...options, what, signer, sign }, (receipt: StacksTxReceipt) => extendReceipt(receipt, { contract }));
}

/** The node takes printable ASCII, tabs and line feeds. @returns the source with line feeds at the ends of lines */
function checkSource(source: unknown): string {
  if (typeof source !== 'string' || source.trim() === '') throw invalid('source', 'Clarity source', source);
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  for (const [index, line] of lines.entries()) {
    const wrong = [...line].findIndex((character) => !/^[\t\x20-\x7e]$/.test(character));
    if (wrong < 0) continue;
    const character = [...line][wrong] ?? '';
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    throw invalid('source', 'ASCII characters', character, `Line ${index + 1}, column ${wrong + 1} has U+${code}: remove or replace it.`);
  }
  return lines.join('\n');
}
