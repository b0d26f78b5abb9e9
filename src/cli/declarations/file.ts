import { type ContractAbi, type FunctionAbi, signatureOf } from '../../clarity/contract-abi.js';
import { displayType, NO_TYPE } from '../../clarity/types.js';
import { argumentsType, inputType, key, listType, outputType } from './type-text.js';

/** A contract with its interface. */
export type DeclaredContract = { id: string; abi: ContractAbi };

const HEADER = '// Written by "stacks-devnet types" from the interfaces of contracts. Run it again after a change of the contracts.';

/**
 * Returns a declaration file that adds the types of contracts to `stacks-devnet`.
 * @param hasShortName whether `devnet.contract()` finds a contract by its name alone
 * @param accounts the names of accounts; the standard ones are typed already
 */
export function declarationFile(
  contracts: readonly DeclaredContract[],
  hasShortName: (id: string) => boolean,
  accounts: readonly string[] = [],
): string {
  const entries = contracts.flatMap(({ id, abi }) => {
    const [, name = ''] = id.split('.');
    if (!hasShortName(id)) return contractEntry(id, id, abi);
    return [...contractEntry(name, id, abi), `${key(id)}: Contracts['${name}'];`];
  });
  const named = accounts.filter((name) => !/^(deployer|wallet_\d+)$/.test(name)).map((name) => `${key(name)}: true;`);
  const body = [...declaration('Contracts', entries), ...(named.length === 0 ? [] : declaration('NamedAccounts', named))];
  return `${[HEADER, "import 'stacks-devnet';", '', "declare module 'stacks-devnet' {", ...body, '}'].join('\n')}\n`;
}

function declaration(name: string, entries: readonly string[]): string[] {
  return [`  interface ${name} {`, ...entries.map((line) => `    ${line}`), '  }'];
}

/** Whether this program wrote a file. */
export function isDeclarationFile(text: string): boolean {
  return text.startsWith(HEADER.slice(0, HEADER.indexOf(' from ')));
}

function contractEntry(name: string, id: string, { functions, variables, maps }: ContractAbi): string[] {
  const calls = functions.filter(({ access }) => access === 'public').flatMap(callEntry);
  const reads = functions.filter(({ access }) => access === 'read_only').flatMap(readEntry);
  const constants = variables.filter(({ access }) => access === 'constant');
  const data = variables.filter(({ access }) => access === 'variable');
  const variableEntry = (variable: (typeof variables)[number]) => `${key(variable.name)}: ${outputType(variable.type)};`;
  const mapEntry = (map: (typeof maps)[number]) => `${key(map.name)}: { key: ${inputType(map.key)}; value: ${outputType(map.value)} };`;
  return [
    `/** ${id} */`,
    `${key(name)}: {`,
    ...section('calls', calls),
    ...section('reads', reads),
    ...section('maps', maps.map(mapEntry)),
    ...section('variables', data.map(variableEntry)),
    ...section('constants', constants.map(variableEntry)),
    '};',
  ];
}

function section(name: string, entries: readonly string[]): string[] {
  // An empty object type would take any name.
  if (entries.length === 0) return [`  ${name}: Record<never, never>;`];
  return [`  ${name}: {`, ...entries.map((line) => `    ${line}`), '  };'];
}

function callEntry(fn: FunctionAbi): string[] {
  const { ok, err } = fn.returns.kind === 'response' ? fn.returns : { ok: fn.returns, err: NO_TYPE };
  return [comment(fn), `${key(fn.name)}: { ${parameters(fn)}; ok: ${outputType(ok)}; err: ${outputType(err)} };`];
}

function readEntry(fn: FunctionAbi): string[] {
  return [comment(fn), `${key(fn.name)}: { ${parameters(fn)}; result: ${outputType(fn.returns)} };`];
}

function parameters({ args }: FunctionAbi): string {
  return `args: ${argumentsType(args)}; list: ${listType(args)}`;
}

function comment(fn: FunctionAbi): string {
  return `/** ${`${signatureOf(fn)} returns ${displayType(fn.returns)}`.replaceAll('*/', '*\\/')} */`;
}
