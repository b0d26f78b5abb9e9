export { type ConnectSimnetOptions, connectSimnet } from './connection.js';
export { generateDeployement, getSDK, type InitSimnetOptions, initSimnet, tx } from './init.js';
export type {
  ClarityCosts,
  Simnet,
  SimnetCall,
  SimnetCost,
  SimnetDeploy,
  SimnetEvent,
  SimnetResult,
  SimnetTransfer,
  SimnetTx,
} from './types.js';
