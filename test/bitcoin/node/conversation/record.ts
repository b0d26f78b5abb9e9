import { startBitcoind } from '../rpc/real/bitcoind.js';
import type { RpcClient } from '../rpc/real/client.js';
import { converse as converseAboutRpc } from '../rpc/real/conversation.js';
import { BITCOIND_OPTIONS, converse as converseAboutWallets } from '../wallet/real/conversation.js';
import { writeConversation } from './exchange.js';
import { methodsOf } from './methods.js';
import { createRecorder, type Recorder } from './recorder.js';
import { CREDENTIALS, METHODS } from './recordings.js';

type Converse = (recorder: Recorder, maker: RpcClient, write: (chapter: string) => void) => Promise<void>;
type Conversation = { options?: readonly string[]; converse: Converse };

/** The conversations by name. */
const CONVERSATIONS: Record<string, Conversation> = {
  rpc: { converse: converseAboutRpc },
  wallet: { converse: converseAboutWallets, options: BITCOIND_OPTIONS },
};

/** Says all conversations to a bitcoind. @returns the texts of the chapters by `conversation/chapter` */
export async function record(program: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, { converse, options }] of Object.entries(CONVERSATIONS)) {
    await using real = await startBitcoind(program, CREDENTIALS, options);
    await using maker = await startBitcoind(program, CREDENTIALS, options);
    const pair = { real: settled(real), maker: settled(maker) };
    const recorder = createRecorder(pair);
    texts.set(`${name}/${METHODS}`, await methodsOf(maker));
    await converse(recorder, pair.maker, (chapter) => texts.set(`${name}/${chapter}`, writeConversation(recorder.take())));
  }
  return texts;
}

/** The wallet of bitcoind hears of a transaction a moment after the call that sent it has returned. */
function settled(client: RpcClient): RpcClient {
  const send: RpcClient['send'] = async (body, options) => {
    await client.send({ id: 1, method: 'syncwithvalidationinterfacequeue' });
    return client.send(body, options);
  };
  return { ...client, send };
}
