import type { Routes } from '../route.js';

/** Micro-STX: what the API answers for every transaction. */
const FEE_RATE = 400;

/** A fee, whatever the transaction: the API has kept this route for old clients only. */
export const addFeeRateRoute: Routes = (add) => {
  const body = { type: 'object', properties: { transaction: { type: 'string' } }, required: ['transaction'] };
  add('/extended/v1/fee_rate', { summary: 'A fee', deprecated: true, body }, () => ({ fee_rate: FEE_RATE }));
};
