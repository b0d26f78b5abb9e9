import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ownValue } from '../../base/own-value.js';
import { ApiError, request } from '../api/http.js';
import type { Page, Tx } from '../api/types.js';
import { accounts, names, network } from '../live/network.js';
import { ownAddresses } from '../live/own-addresses.js';
import { Empty, Heading } from '../parts/layout.js';
import { link } from '../router.js';

type Hit = { title: string; href: string };

/** Finds what an id, a height or a name stands for on either chain. */
export function Search({ id }: { id: string }) {
  const term = id.trim();
  const hits = useSignal<readonly Hit[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    hits.value = undefined;
    void find(term).then((found) => {
      if (!isCurrent) return;
      const [only] = found;
      if (found.length === 1 && only !== undefined) location.replace(only.href);
      else hits.value = found;
    });
    return () => {
      isCurrent = false;
    };
  }, [term]);
  return (
    <>
      <Heading title={term} kind="Search" />
      {hits.value?.length === 0 && <Empty>Nothing on either chain has this id, height or name.</Empty>}
      <ul class="list">
        {hits.value?.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

async function find(term: string): Promise<Hit[]> {
  const account = accounts.value.find(({ name }) => name === term);
  if (account !== undefined) {
    return [
      { title: `${term} on Stacks`, href: link('address', account.stx.address) },
      { title: `${term} on Bitcoin`, href: link('address', account.btc.address) },
    ];
  }
  if (/^\d{1,9}$/.test(term)) {
    return existing([
      [`Stacks block ${term}`, link('block', term), `/extended/v2/blocks/${term}`],
      [`Bitcoin block ${term}`, link('burn-block', term), `/extended/v2/burn-blocks/${term}`],
      [`Bitcoin block ${term}`, link('burn-block', term), `/api/block-height/${term}`],
    ]);
  }
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(term)) {
    const hex = term.toLowerCase().replace(/^0x/, '');
    return existing([
      ['Stacks transaction', link('tx', `0x${hex}`), `/extended/v1/tx/0x${hex}`],
      ['Bitcoin transaction', link('tx', hex), `/api/tx/${hex}`],
      ['Stacks block', link('block', `0x${hex}`), `/extended/v2/blocks/0x${hex}`],
      ['Bitcoin block', link('burn-block', hex), `/extended/v2/burn-blocks/0x${hex}`],
      ['Bitcoin block', link('burn-block', hex), `/api/block/${hex}`],
    ]);
  }
  const [owner = '', ...contract] = term.split('.');
  if (contract.length > 0) {
    const address = accounts.value.find(({ name }) => name === owner)?.stx.address ?? ownAddress(owner) ?? owner;
    const full = [address, ...contract].join('.');
    return existing([
      [`Contract ${names.value.stacks(full)}`, link('contract', full), `/v2/contracts/interface/${full.replace('.', '/')}`],
    ]);
  }
  if (/^S[A-Z0-9]{20,}$/.test(term))
    return existing([['Stacks address', link('address', term), `/extended/v3/principals/${term}/balances/stx`]]);
  const [deployed, addresses] = await Promise.all([
    contractsNamed(term),
    existing([['Bitcoin address', link('address', term), `/api/address/${encodeURIComponent(term)}`]]),
  ]);
  return [...deployed, ...addresses];
}

/** The Stacks address that the page calls by a name, such as `boot`. */
function ownAddress(name: string): string | undefined {
  return ownValue(ownAddresses(network.value?.status?.sbtc), name)?.[0];
}

/** The newest contracts whose name contains a term. */
async function contractsNamed(term: string): Promise<Hit[]> {
  const { results } = await request<Page<Tx>>('/extended/v1/tx?type=smart_contract&limit=50');
  const ids = results.flatMap(({ smart_contract: deployed }) => (deployed === undefined ? [] : [deployed.contract_id]));
  return ids
    .filter((id) => id.slice(id.indexOf('.')).includes(term))
    .map((id) => ({ title: `Contract ${names.value.stacks(id)}`, href: link('contract', id) }));
}

/** Keeps the candidates that the network knows. */
async function existing(candidates: readonly (readonly [title: string, href: string, path: string])[]): Promise<Hit[]> {
  const found = await Promise.all(
    candidates.map(async ([title, href, path]) => {
      try {
        await request(path);
        return [{ title, href }];
      } catch (error) {
        if (error instanceof ApiError) return [];
        throw error;
      }
    }),
  );
  // Both APIs may know a block.
  return [...new Map(found.flat().map((hit) => [hit.href, hit])).values()];
}
