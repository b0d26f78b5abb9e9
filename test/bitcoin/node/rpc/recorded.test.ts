import { compareWithRecording } from '../conversation/compare-with-recording.js';
import { CHAPTERS } from './real/conversation.js';
import { DELIBERATE } from './real/differences.js';

compareWithRecording('rpc', { chapters: ['world', ...Object.keys(CHAPTERS)], deliberate: DELIBERATE });
