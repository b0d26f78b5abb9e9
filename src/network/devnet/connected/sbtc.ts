import type { DevnetUrls } from '../../data.js';
import type { ApiOf, Perform } from '../../operations/operation.js';
import { bridge as rows } from '../../operations/sbtc.js';
import type { Operations } from '../../operations/table.js';
import type { SbtcDevnet } from '../../types.js';
import { checkOptions } from '../options.js';
import { checkDepositId, checkRequestId } from '../sbtc/local.js';
import { type SbtcNames, sbtcNames } from '../sbtc/names.js';
import type { SbtcDeposit, SbtcRequests, SbtcWithdrawal } from '../sbtc/types.js';

/** `devnet.sbtc` of a network of another process. */
export function connectedSbtc(
  names: SbtcNames | undefined,
  urls: () => DevnetUrls,
  calls: ApiOf<Operations['sbtc']>,
  perform: Perform,
): SbtcDevnet {
  return Object.defineProperties(
    {
      ...calls,
      async withdraw({ account, ...options }) {
        checkOptions('withdraw', { account, ...options });
        return (await perform(rows.withdraw, { ...options, privateKey: account.privateKey })) as SbtcWithdrawal;
      },
      async waitForDeposit(id, options = {}) {
        checkOptions('waitForDeposit', options);
        return (await perform(rows.waitForDeposit, { ...checkDepositId(id), ...options })) as SbtcDeposit;
      },
      async waitForWithdrawal(requestId, options = {}) {
        checkOptions('waitForWithdrawal', options);
        checkRequestId(requestId);
        return (await perform(rows.waitForWithdrawal, { id: requestId, ...options })) as SbtcWithdrawal;
      },
      async reject(target) {
        if ('requestId' in target) {
          checkRequestId(target.requestId);
          await perform(rows.rejectWithdrawal, { id: target.requestId });
        } else await perform(rows.rejectDeposit, checkDepositId(target));
      },
      async pause() {
        await calls.configure({ mode: 'manual' });
      },
      async resume() {
        await calls.configure({ mode: 'auto' });
      },
    } satisfies ApiOf<Operations['sbtc']> & SbtcRequests,
    Object.getOwnPropertyDescriptors(sbtcNames(names, urls)),
  ) as SbtcDevnet;
}
