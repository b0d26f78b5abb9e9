import { testWithNodes as test } from '../engines/native/real-nodes.js';
import { expectRecordedConversation } from './recorded-conversation.js';

test('behavior: the recorded conversation, through the gateway of real nodes as processes', () =>
  expectRecordedConversation({ engine: 'native' }));
