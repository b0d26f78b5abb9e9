import { contractClientContract } from '../../contract/contract-client.js';
import { bootDevnet } from '../../devnet.js';

contractClientContract('embedded', () => bootDevnet({ gateway: true }));
