import { sbtcClientContract } from '../../contract/sbtc-client.js';
import { bootDevnet } from '../../devnet.js';

sbtcClientContract('embedded', () => bootDevnet({ gateway: true }));
