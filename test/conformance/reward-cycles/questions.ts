import { Cl, type ClarityValue, cvToHex } from '@stacks/transactions';
import { SIGNER, STACKER, WALLET_1 } from './accounts.js';

/** Sends a request, and stores the form of the answer under a name. Without a body it is a GET. @returns the body */
export type Ask = (name: string, path: string, body?: unknown) => Promise<Record<string, never>>;

const BOOT = 'ST000000000000000000002AMW42H';
const UNKNOWN = '12'.repeat(32);
/** Bitcoin blocks of a reward cycle. */
export const CYCLE = 20;
/** Requests with answers that change with the phase of a reward cycle. */
export async function askPhase(ask: Ask, height: number): Promise<void> {
  const at = `at ${height}:`;
  const cycle = Math.floor(height / CYCLE);
  await ask(`${at} pox`, '/v2/pox');
  for (const offset of [0, 1, 2]) {
    // cycle 6 is before the first stacking: the chains have nothing in common
    if (cycle + offset === 6) continue;
    await ask(`${at} stacker set ${cycle + offset}`, `/v3/stacker_set/${cycle + offset}`);
    await ask(`${at} blocks signed in ${cycle + offset}`, `/v3/signer/${SIGNER?.publicKey}/${cycle + offset}`);
    await ask(`${at} signers ${cycle + offset}`, read('signers', 'get-signers'), args(Cl.uint(cycle + offset)));
    const entry = `/v2/map_entry/${BOOT}/signers/cycle-set-height?proof=0`;
    await ask(`${at} set height ${cycle + offset}`, entry, cvToHex(Cl.uint(cycle + offset)));
  }
  await ask(`${at} tenure`, '/v3/tenures/info');
  await ask(`${at} last two sortitions`, '/v3/sortitions/latest_and_last');
}

function read(contract: string, fn: string): string {
  return `/v2/contracts/call-read/${BOOT}/${contract}/${fn}`;
}

function args(...values: ClarityValue[]): unknown {
  return { sender: WALLET_1.address, arguments: values.map((value) => cvToHex(value)) };
}

/** Contracts that every chain begins with, and the databases of the signers. */
export async function askBootContracts(ask: Ask): Promise<void> {
  const contracts = ['pox', 'pox-2', 'pox-3', 'pox-4', 'pox-5', 'bns', 'costs', 'costs-2', 'costs-3', 'costs-4', 'cost-voting', 'lockup'];
  const signers = ['signers', 'signers-voting', 'signers-0-0', 'signers-0-12', 'signers-0-13', 'signers-1-1', 'signers-2-0', 'miners'];
  for (const name of [...contracts, ...signers, 'genesis', 'sip-031', 'nope']) {
    await ask(`interface of ${name}`, `/v2/contracts/interface/${BOOT}/${name}`);
    await ask(`source of ${name}`, `/v2/contracts/source/${BOOT}/${name}?proof=0`);
  }
  for (const name of ['signers-0-0', 'signers-1-12', 'signers-0-13', 'pox-4']) {
    await ask(`slots of ${name}`, `/v2/stackerdb/${BOOT}/${name}`);
    for (const slot of ['0', '0/0', '0/1', '99']) await ask(`slot ${slot} of ${name}`, `/v2/stackerdb/${BOOT}/${name}/${slot}`);
  }
  for (const name of ['signers-0-0', 'nope']) await ask(`replicas of ${name}`, `/v2/stackerdb/${BOOT}/${name}/replicas`);
  const chunk = { slot_id: 0, slot_version: 1, sig: '00'.repeat(65), data: '' };
  for (const name of ['signers-0-0', 'nope']) await ask(`chunk for ${name}`, `/v2/stackerdb/${BOOT}/${name}/chunks`, chunk);
  for (const name of ['signers-0-0', 'signers-1-0']) {
    await ask(`signer slots of ${name}`, read(name, 'stackerdb-get-signer-slots'), args());
    await ask(`configuration of ${name}`, read(name, 'stackerdb-get-config'), args());
  }
  await ask('last set cycle', `/v2/data_var/${BOOT}/signers/last-set-cycle?proof=0`);
}

/** `tip=` with good and bad values, on every route that accepts it. */
export async function askOlderBlocks(ask: Ask): Promise<void> {
  const { tip_block_id: tip, parent_consensus_hash: parent, tip_height: height } = await ask('tenure', '/v3/tenures/info');
  const { stacks_blocks: blocks } = await ask('tenure before', `/v3/tenures/blocks/${parent}`);
  const older = (blocks as { block_id: string }[] | undefined)?.at(-1)?.block_id ?? '';
  const upper = String(tip).toUpperCase();
  for (const [what, value] of Object.entries({
    latest: 'latest',
    tip,
    older,
    upper,
    unknown: UNKNOWN,
    short: '12',
    empty: '',
    word: 'zz',
  })) {
    const tipped = (path: string) => `${path}${path.includes('?') ? '&' : '?'}tip=${value}`;
    const asked = (name: string, path: string, body?: unknown) => ask(`${name} with tip ${what}`, tipped(path), body);
    await asked('account', `/v2/accounts/${STACKER.address}?proof=0`);
    await asked('variable', `/v2/data_var/${BOOT}/signers/last-set-cycle?proof=0`);
    await asked('constant', `/v2/constant_val/${BOOT}/pox-4/MIN_POX_REWARD_CYCLES`);
    await asked('interface', `/v2/contracts/interface/${BOOT}/signers`);
    await asked('source', `/v2/contracts/source/${BOOT}/signers?proof=0`);
    await asked('map entry', `/v2/map_entry/${BOOT}/signers/cycle-set-height?proof=0`, cvToHex(Cl.uint(7)));
    await asked('read', read('signers', 'get-last-set-cycle'), args());
    await asked('trait', `/v2/traits/${BOOT}/signers/${BOOT}/signers/nope`);
    await asked('pox', '/v2/pox');
    await asked('stacker set', '/v3/stacker_set/8');
    await asked('block at tip', `/v3/blocks/height/${height}`);
    await asked('block below tip', `/v3/blocks/height/${Number(height) - 2}`);
    await asked('tenures info', '/v3/tenures/info');
  }
}

/** Tenures, sortitions, blocks and signers by good and bad parameters. */
export async function askTenures(ask: Ask, burnHeight: number): Promise<void> {
  const {
    tip_block_id: tip,
    consensus_hash: own,
    parent_consensus_hash: parent,
    tip_height: height,
  } = await ask('tip', '/v3/tenures/info');
  const [sortition] = (await ask('sortition', '/v3/sortitions')) as unknown as { burn_block_hash: string }[];
  const burnHash = sortition?.burn_block_hash.slice(2);
  const tenures = [
    `${tip}`,
    `${tip}?stop=${tip}`,
    `${tip}?stop=zz`,
    UNKNOWN,
    '12',
    `tip/${own}`,
    `tip/${parent}`,
    `tip/${'12'.repeat(20)}`,
  ];
  const metadata = [`tip_metadata/${own}`, `tip_metadata/${'12'.repeat(20)}`, `blocks/${own}`, `blocks/${'12'.repeat(20)}`];
  const byBurn = [`blocks/hash/${burnHash}`, `blocks/hash/${UNKNOWN}`, `blocks/height/${burnHeight}`, `blocks/height/${burnHeight + 1}`];
  const odd = ['blocks/height/18446744073709551616', 'blocks/height/-1', 'infox', `fork_info/${own}/${own}`];
  const forks = [`fork_info/${parent}/${own}`, `fork_info/${own}/${parent}`, `fork_info/${own}/${'12'.repeat(20)}`];
  for (const [index, path] of [...tenures, ...metadata, ...byBurn, ...odd, ...forks].entries())
    await ask(`tenures ${index}`, `/v3/tenures/${path}`);

  const sortitions = [
    `consensus/${own}`,
    `consensus/${'12'.repeat(20)}`,
    `burn/${burnHash}`,
    `burn/${UNKNOWN}`,
    'burn/12',
    'consensus',
    'nope',
    'nope/1',
  ];
  const extremes = ['0', 'ff', '9223372036854775806', '9223372036854775807', '18446744073709551616'];
  const heights = [`${burnHeight}`, `${burnHeight + 1}`, ...extremes].map((value) => `burn_height/${value}`);
  for (const [index, path] of [...sortitions, ...heights, 'latest_and_last/1'].entries())
    await ask(`sortitions ${index}`, `/v3/sortitions/${path}`);

  await ask('sortition 1', '/v3/sortitions/burn_height/1');
  await ask('genesis block', `/v3/tenures/tip/${'00'.repeat(20)}`);

  const above = [
    '4294967295',
    '4294967296',
    '18446744073709551615',
    '18446744073709551616',
    '9223372036854775807',
    '9223372036854775808',
    '184467440737095516150',
    'ff',
    '-1',
  ];
  const blocks = [`${tip}`, UNKNOWN, '12', `height/${height}`, `height/${Number(height) + 1}`, ...above.map((value) => `height/${value}`)];
  for (const [index, path] of blocks.entries()) await ask(`blocks ${index}`, `/v3/blocks/${path}`);

  for (const cycle of ['0', '1', '5', '100', '9999999999', '99999999999', 'x']) {
    await ask(`stacker set ${cycle}`, `/v3/stacker_set/${cycle}`);
    await ask(`signer in ${cycle}`, `/v3/signer/${SIGNER?.publicKey}/${cycle}`);
  }
  for (const path of ['/v2/info', '/v2/neighbors', '/v3/health', '/v2/fees/transfer']) await ask(path, path);
  for (const key of [`0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798`, 'zz', `04${UNKNOWN}`]) {
    await ask(`signer ${key}`, `/v3/signer/${key}/8`);
  }
}
