import { compareWithRecording } from './compare-recording.js';
import { startConversationNode } from './conversation-node.js';
import { KNOWN_DIFFERENCES } from './transactions-and-contracts/known-differences.js';

compareWithRecording('transactions-and-contracts', startConversationNode, { known: KNOWN_DIFFERENCES });
