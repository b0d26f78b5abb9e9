import { type Child, child, emptyHome } from '../../cli/child.js';

/** Keys of standard accounts, with which the faucets of the external engine pay. */
export const STX_KEYS = [
  'f9d7206a47f14d2870c163ebab4bf3e70d18f5d14ce1031f3902fbbc894fe4c7',
  'de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8',
];
export const BTC_KEYS = ['de433bdfa14ec43aa1098d5be594c8ffb20a31485ff9de2923b2689471c401b8'];

/** A devnet in another process. */
export type Inner = { process: Child; urls: { gateway: string; stacks: string; bitcoin: string } } & AsyncDisposable;

/** @param flags of `up` */
export async function startInner(flags: string[] = []): Promise<Inner> {
  const home = emptyHome();
  const process = child(['up', '--json', ...(flags.length === 0 ? ['--ports', 'auto'] : flags)], home.env);
  const { urls } = JSON.parse(await process.line(/"urls"/)) as Pick<Inner, 'urls'>;
  return {
    process,
    urls,
    async [Symbol.asyncDispose]() {
      process.process.kill('SIGTERM');
      await process.ended;
      home[Symbol.dispose]();
    },
  };
}
