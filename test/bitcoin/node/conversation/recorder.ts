import { type Case, call } from '../rpc/real/case.js';
import type { RpcClient } from '../rpc/real/client.js';
import type { Exchange } from './exchange.js';
import { masked } from './mask.js';

/** One bitcoind that is recorded, and another one that gets the same requests: it makes the blocks and transactions of the conversation. */
export type Pair = { real: RpcClient; maker: RpcClient };

export type Recorder = {
  /** Records what it is asked. */
  real: RpcClient;
  /** Puts cases to both, one after the other, and records the answers. */
  say(cases: Case[]): Promise<void>;
  /** Returns what was recorded since the last time. */
  take(): Exchange[];
};

export function createRecorder({ real, maker }: Pair): Recorder {
  let exchanges: Exchange[] = [];
  const ask = async (given: Case) => {
    const reply = await real.send(given.body, given.options);
    exchanges.push({ given, reply: masked(given, reply) });
    return reply;
  };
  return {
    real: {
      ...real,
      call: async (method, ...params) => {
        const { result, error } = JSON.parse((await ask(call(method, params, isRandom(method) ? 'types' : 'values'))).text);
        if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
        return result;
      },
    },
    async say(cases) {
      for (const given of cases) await Promise.all([ask(given), maker.send(given.body, given.options)]);
    },
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}

/** Blocks of two nodes are not the same. */
function isRandom(method: string): boolean {
  return method.startsWith('generate');
}
