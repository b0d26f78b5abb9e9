import { faucetContract } from '../../contract/faucet.js';
import { bootDevnet } from '../../devnet.js';

faucetContract('embedded', { boot: bootDevnet, sbtc: true });
