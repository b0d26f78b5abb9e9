import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Devnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect } from 'vitest';
import { account, bootDevnet } from '../devnet.js';
import { emptyHome } from './child.js';
import { inProcess } from './in-process.js';

const SOURCE = `
(define-constant LIMIT u100)
(define-data-var count uint u0)
(define-map notes { id: uint, owner: principal } (optional (buff 4)))
(define-read-only (get-count) (var-get count))
(define-read-only (pair (a int) (memo (optional (string-utf8 10)))) { a: a, memo: memo, who: tx-sender })
(define-read-only (check (n uint)) (if (> n LIMIT) (err "no") (ok n)))
(define-public (add (n uint) (label (optional (string-ascii 5))))
  (begin
    (asserts! (<= n LIMIT) (err u7))
    (var-set count (+ (var-get count) n))
    (print { label: label, n: n })
    (ok (var-get count))))
(define-public (move (amount uint) (ids (list 3 uint)) (raw (buff 2)) (o (optional (optional uint))))
  (stx-transfer? amount tx-sender 'ST000000000000000000002AMW42H))
`;

/** A network on which the command line has deployed a contract. */
export type CounterNetwork = {
  readonly devnet: Devnet;
  /** The id of the contract. */
  readonly counter: string;
  readonly home: ReturnType<typeof emptyHome>;
  /** The source of the contract. */
  readonly file: string;
  /** Runs a command for the network. */
  run(...args: string[]): ReturnType<typeof inProcess>;
};

/** Starts a network with the contract before the tests of a file, and closes it after those. */
export function useCounterNetwork(): CounterNetwork {
  const home = emptyHome();
  const file = path.join(home.path, 'counter.clar');
  let devnet: Devnet;
  let counter = '';
  const run = (...args: string[]) => inProcess([...args, '--url', devnet.urls.gateway ?? ''], home.env);
  beforeAll(async () => {
    writeFileSync(file, SOURCE.replaceAll('\n', '\r\n'));
    devnet = await bootDevnet({ gateway: true });
    counter = `${account(devnet, 'deployer').stx.address}.counter`;
    expect(await run('deploy', file)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(`^deployed ${counter}: success, in Stacks block \\d+\n`),
    });
  });
  afterAll(async () => {
    await devnet.close();
    home[Symbol.dispose]();
  });
  return {
    ...{ home, file, run },
    get devnet() {
      return devnet;
    },
    get counter() {
      return counter;
    },
  };
}
