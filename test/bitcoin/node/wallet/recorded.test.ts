import { compareWithRecording } from '../conversation/compare-with-recording.js';
import { CHAPTERS, NODE_OPTIONS } from './real/conversation.js';
import { WALLET_DIFFERENCES } from './real/differences.js';

compareWithRecording('wallet', { chapters: ['world', ...Object.keys(CHAPTERS)], deliberate: WALLET_DIFFERENCES, options: NODE_OPTIONS });
