export { stxTotals, stxTotalsAt } from './api/accounts/stx-balance.js';
export { showTransfers } from './api/accounts/transfers.js';
export { type ApiContext, type ApiSource, contexts, createApiSource } from './api/context.js';
export { isPrincipal } from './api/is-principal.js';
export type { MetadataSettings } from './api/metadata/load.js';
export { showLock, showTotals } from './api/routes/balances.js';
export { showBlock } from './api/show/block.js';
export { showNftEvent } from './api/show/nft-event.js';
export { showPending, showTransaction } from './api/show/transaction.js';
