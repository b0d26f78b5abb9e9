import type { Advice } from './error.js';
import { isRecord } from './json.js';

/** Who reads an error. */
type Reader = 'http' | 'cli' | 'mcp';

/**
 * What an error tells a reader to do, by how code does it: errors say it in code, the gateway and the command line in their own way. Each
 * pattern
 * is of a phrase that stands in an error of this program.
 */
const WAYS: readonly (readonly [code: RegExp, ways: Record<'http' | 'cli', string>])[] = [
  [
    /Pass an address, for example devnet\.accounts\.wallet_1\.(?:stx|btc)\.address\./g,
    {
      http: 'Pass an address: GET /devnet/v1/accounts lists those of the accounts.',
      cli: 'Pass an address, or the name of an account: "stacks-devnet accounts" lists them.',
    },
  ],
  [
    /"stacks-devnet accounts" lists it, and code has devnet\.accounts\.\w+\.(?:stx|btc)\.address\./g,
    { http: 'GET /devnet/v1/accounts lists it.', cli: '"stacks-devnet accounts" lists it.' },
  ],
  [
    /const id = await devnet\.snapshot\(\), and devnet\.restore\(id\) after each test/g,
    {
      http: 'POST /devnet/v1/snapshots, and POST /devnet/v1/snapshots/{id}/restore after each test',
      cli: 'stacks-devnet snapshot save, and stacks-devnet snapshot restore after each test',
    },
  ],
  [/devnet\.snapshot\(\)/g, { http: 'POST /devnet/v1/snapshots', cli: 'stacks-devnet snapshot save' }],
  [/call devnet\.bitcoin\.mine\(\) or POST \/devnet\/v1\/mine/g, { http: 'call POST /devnet/v1/mine', cli: 'run stacks-devnet mine' }],
  [
    /call devnet\.stacks\.mine\(\) or POST \/devnet\/v1\/mine/g,
    { http: 'call POST /devnet/v1/mine', cli: 'run stacks-devnet mine --stacks' },
  ],
  [
    /call devnet\.impersonate\(\) with its address before/g,
    { http: 'call POST /devnet/v1/impersonate before', cli: 'start with --impersonate' },
  ],
  [/devnet\.faucet\.(stx|btc|sbtc)\('(\w+)'\)/g, { http: 'POST /extended/v1/faucets/$1?address=$2', cli: 'stacks-devnet faucet $1 $2' }],
  [
    /Start it with stop\(\) of its handle, or with devnet\.chaos\.clear\(\)/g,
    { http: 'Start it with DELETE /devnet/v1/chaos', cli: 'Start it with stacks-devnet chaos clear' },
  ],
  [/see devnet\.chaos\.active\(\)/g, { http: 'see GET /devnet/v1/chaos', cli: 'see stacks-devnet chaos list' }],
  [/ by devnet\.chaos\b/g, { http: ' by /devnet/v1/chaos', cli: ' by stacks-devnet chaos' }],
  [
    /call step\(\) or resume\(\)/g,
    { http: 'call POST /devnet/v1/sbtc/step, or PUT /devnet/v1/sbtc with {"mode":"auto"}', cli: 'call POST /devnet/v1/sbtc/step' },
  ],
  [/: call mine\(\)/g, { http: ': call POST /devnet/v1/mine', cli: ': run stacks-devnet mine' }],
];

/** Reads the advice in the body of an error. @returns undefined for anything else */
export function readAdvice(advice: unknown): Advice | undefined {
  if (!isRecord(advice)) return undefined;
  const { code, http, cli, mcp } = advice;
  const isWhole = typeof code === 'string' && code !== '' && typeof http === 'string' && typeof cli === 'string' && typeof mcp === 'string';
  return isWhole ? { code, http, cli, mcp } : undefined;
}

/** Says what a text tells somebody who writes code, to another reader. @param advice of the error with the text */
export function sayTo(reader: Reader, text: string, advice?: Advice): string {
  const advised = advice === undefined ? text : text.replaceAll(advice.code, () => advice[reader]);
  return reader === 'mcp' ? advised : WAYS.reduce((said, [code, ways]) => said.replace(code, ways[reader]), advised);
}

/** The header of requests whose errors are read in code, or by a program that says them in its own way. */
export const READS_CODE = 'x-devnet-reads-code';
