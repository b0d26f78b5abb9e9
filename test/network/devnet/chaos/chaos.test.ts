import { bootDevnet } from '../../../devnet.js';
import { chaosSuite } from './suite.js';

chaosSuite(() => bootDevnet({ gateway: true }));
