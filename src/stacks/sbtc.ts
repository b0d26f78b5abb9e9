export { type DepositScript, depositOutput, depositScript } from './protocol/sbtc/deposit.js';
