import { BufferValue } from '../../../clarity/values.js';
import type { ApiContext } from '../context.js';
import { ApiAnswer, type Routes } from '../route.js';
import { text } from '../schemas.js';

const BNS = 'ST000000000000000000002AMW42H.bns';
const MAX_NAMESPACE_LENGTH = 20;

/** Prices of names, as the boot contract of BNS has them. */
export const addPriceRoutes: Routes = (get) => {
  get(
    '/v2/prices/namespaces/:tld',
    { summary: 'The price of a namespace', params: { tld: text }, etag: true },
    async ({ params: { tld }, ...context }) => {
      const price = tld.length > MAX_NAMESPACE_LENGTH ? undefined : await priceOf(context, 'get-namespace-price', [tld]);
      return price ?? new ApiAnswer(400, { error: 'Invalid namespace' });
    },
  );

  get('/v2/prices/names/:name', { summary: 'The price of a name', params: { name: text }, etag: true }, async ({ params, ...context }) => {
    const [name = '', namespace, ...more] = params.name.split('.');
    const price = namespace === undefined || more.length > 0 ? undefined : await priceOf(context, 'get-name-price', [namespace, name]);
    return price ?? new ApiAnswer(400, { error: 'Invalid name' });
  });
};

/** Asks the contract; undefined if it answers no price. */
async function priceOf({ node }: ApiContext, fn: string, names: readonly string[]): Promise<object | undefined> {
  const args = names.map((name) => new BufferValue(Buffer.from(name)));
  const answer = await node.callRead({ contract: BNS, fn, args });
  return answer.kind === 'response' && answer.isOk && answer.value.kind === 'uint'
    ? { units: 'STX', amount: `${answer.value.value}` }
    : undefined;
}
