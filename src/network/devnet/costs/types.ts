/** What Clarity counts. */
export const COST_DIMENSIONS = ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const;
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** Returns a value for each of them. */
export function eachDimension<T>(value: (dimension: CostDimension) => T): Record<CostDimension, T> {
  return {
    runtime: value('runtime'),
    readCount: value('readCount'),
    readLength: value('readLength'),
    writeCount: value('writeCount'),
    writeLength: value('writeLength'),
  };
}

/** The extent of a quantity over calls; the median is that of the last 1,000. */
export type CostRange = { min: number; median: number; max: number };

/** What the calls of one function by transactions cost, aborted ones included. */
export type FunctionCosts = {
  contract: string;
  function: string;
  calls: number;
  /** The calls whose cost the node reported: it reports none for errors at runtime on the embedded engine. */
  measured: number;
  /** In Clarity's units; absent if no call was measured. */
  costs?: Record<CostDimension, CostRange> | undefined;
  /** Parts of a block's budget, from 0 to 1, in the dimension that a call uses up most. */
  share?: CostRange | undefined;
  /** The transaction of the call with the highest share. A restore may have removed it. */
  dearest?: string | undefined;
};

/** What functions cost since the network was ready, the most expensive first. */
export type CostReport = { epoch: string; limit: Record<CostDimension, number>; functions: FunctionCosts[] };
