import type { Routes } from './route.js';
import { addAccountRoutes } from './routes/accounts.js';
import { addBalanceRoutes } from './routes/balances.js';
import { addBlockRoutes } from './routes/blocks.js';
import { addBlockRoutesV2 } from './routes/blocks-v2.js';
import { addBurnchainRoutes } from './routes/burnchain.js';
import { addContractRoutes } from './routes/contracts.js';
import { addFeeRateRoute } from './routes/fee-rate.js';
import { addMempoolRoutes } from './routes/mempool.js';
import { addMicroblockRoutes } from './routes/microblocks.js';
import { addNameRoutes } from './routes/names.js';
import { addPoxCycleRoutes } from './routes/pox-cycles.js';
import { addPoxEventRoutes } from './routes/pox-events.js';
import { addPriceRoutes } from './routes/prices.js';
import { addPrincipalRoutes } from './routes/principals.js';
import { addSearchRoutes } from './routes/search.js';
import { addStakingRoutes } from './routes/staking.js';
import { addStatusRoutes } from './routes/status.js';
import { addSupplyRoutes } from './routes/supply.js';
import { addTokenMetadataRoutes } from './routes/token-metadata.js';
import { addTokenRoutes } from './routes/tokens.js';
import { addTransactionListRoutes } from './routes/transaction-lists.js';
import { addTransactionRoutes } from './routes/transactions.js';

/** The routes of the Stacks API by subject: `/extended` and the legacy names. */
export const ROUTES: readonly Routes[] = [
  addStatusRoutes,
  addTransactionRoutes,
  addTransactionListRoutes,
  addBlockRoutes,
  addBlockRoutesV2,
  addBalanceRoutes,
  addAccountRoutes,
  addPrincipalRoutes,
  addMempoolRoutes,
  addSupplyRoutes,
  addContractRoutes,
  addTokenRoutes,
  addTokenMetadataRoutes,
  addSearchRoutes,
  addPoxCycleRoutes,
  addPoxEventRoutes,
  addBurnchainRoutes,
  addStakingRoutes,
  addNameRoutes,
  addPriceRoutes,
  addMicroblockRoutes,
  addFeeRateRoute,
];
