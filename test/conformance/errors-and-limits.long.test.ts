import { compareWithRecording } from './compare-recording.js';
import { startConversationNode } from './conversation-node.js';
import { KNOWN_DIFFERENCES } from './errors-and-limits/known-differences.js';

compareWithRecording('errors-and-limits', startConversationNode, { known: KNOWN_DIFFERENCES });
