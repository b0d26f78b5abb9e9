import { devnetContracts } from '../../contract/devnet.js';
import { bootDevnet } from '../../devnet.js';

devnetContracts(() => bootDevnet({ gateway: true }));
