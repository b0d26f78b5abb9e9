import { useSignal } from '@preact/signals';
import { useQuery } from '../api/query.js';
import type { Abi } from '../api/types.js';
import { readMapEntry } from '../clarity/call.js';
import { typeText } from '../clarity/types.js';
import { plural } from '../format/text.js';
import { ArgumentFields } from '../parts/argument-fields.js';
import { Principal } from '../parts/id.js';
import { Loaded, Section, Table } from '../parts/layout.js';
import { Toggle } from '../parts/toggle.js';
import { ClarityValue, TokenAmount, Value } from '../parts/values.js';

type Props = { abi: Abi; id: string };

/** What a contract keeps and defines: variables with their values, maps to look entries up in, tokens, constants. */
export function ContractState({ abi, id }: Props) {
  const variables = abi.variables.filter(({ access }) => access !== 'constant');
  const constants = abi.variables.filter(({ access }) => access === 'constant');
  return (
    <>
      {variables.length > 0 && (
        <Section title="Variables">
          <ValueTable label="Variables" rows={variables} path={`/v2/data_var/${pathOf(id)}`} live />
        </Section>
      )}
      {abi.maps.length > 0 && (
        <Section title="Maps">
          {abi.maps.map((map) => (
            <MapForm key={map.name} contract={id} map={map} />
          ))}
        </Section>
      )}
      <DefinedTokens abi={abi} id={id} />
      {constants.length > 0 && <Constants rows={constants} id={id} />}
    </>
  );
}

function pathOf(id: string): string {
  return id.split('.').map(encodeURIComponent).join('/');
}

type Variable = Abi['variables'][number];

/** Up to this many constants are shown without a click. */
const FEW = 6;

function Constants({ rows, id }: { rows: readonly Variable[]; id: string }) {
  const isOpen = useSignal(rows.length <= FEW);
  return (
    <Section
      title="Constants"
      aside={rows.length > FEW && <Toggle isOpen={isOpen}>{isOpen.value ? 'Hide' : `Show all ${rows.length}`}</Toggle>}
    >
      {isOpen.value && <ValueTable label="Constants" rows={rows} path={`/v2/constant_val/${pathOf(id)}`} live={false} />}
    </Section>
  );
}

type ValueTableProps = { label: string; rows: readonly Variable[]; path: string; live: boolean };

function ValueTable({ label, rows, path, live }: ValueTableProps) {
  return (
    <Table label={label} columns={['Name', { name: 'Type', class: 'wide' }, 'Value']}>
      {rows.map(({ name, type }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td class="what wide muted">
            <code>{typeText(type)}</code>
          </td>
          <td class="what">
            <StoredValue path={`${path}/${encodeURIComponent(name)}?proof=0`} live={live} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function StoredValue({ path, live }: { path: string; live: boolean }) {
  const query = useQuery<{ data: string }>(path, { live });
  return (
    <Loaded query={query} missing={<span class="muted">–</span>}>
      {({ data }) => <ClarityValue hex={data} isInline />}
    </Loaded>
  );
}

/** Looks up an entry of a map: a field for each part of the key. Nodes do not list the entries. */
function MapForm({ contract, map }: { contract: string; map: Abi['maps'][number] }) {
  const { name, key, value } = map;
  const parts = typeof key === 'object' && 'tuple' in key ? key.tuple : [{ name: 'key', type: key }];
  const texts = useSignal<readonly string[]>(parts.map(() => ''));
  const result = useSignal<{ text: string; isError: boolean } | undefined>(undefined);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      result.value = { text: await readMapEntry(contract, map, texts.value), isError: false };
    } catch (error) {
      result.value = { text: error instanceof Error ? error.message : String(error), isError: true };
    }
  };
  return (
    <details class="function">
      <summary>
        <code>
          {name}
          <span class="muted">{parts.map((part) => ` ${part.name}`).join('')}</span>
        </code>
      </summary>
      <form aria-label={`Entry of ${name}`} onSubmit={submit}>
        <ArgumentFields args={parts} texts={texts} />
        <button type="submit">Look up</button>
        <p class="muted returns">
          holds <code>{typeText(value)}</code>
        </p>
      </form>
      <div role="status">
        {result.value !== undefined && (
          <div class={result.value.isError ? 'result bad' : 'result'}>
            <Value text={result.value.text} />
          </div>
        )}
      </div>
    </details>
  );
}

function DefinedTokens({ abi: { fungible_tokens: fungible, non_fungible_tokens: unique }, id }: Props) {
  if (fungible.length + unique.length === 0) return null;
  return (
    <Section title="Defined tokens">
      <Table label="Defined tokens" columns={['Token', { name: 'Total', class: 'right' }, { name: 'Largest owners', class: 'wide' }]}>
        {fungible.map(({ name }) => (
          <FungibleToken key={name} asset={`${id}::${name}`} name={name} />
        ))}
        {unique.map(({ name, type }) => (
          <UniqueToken key={name} asset={`${id}::${name}`} name={name} type={typeText(type)} />
        ))}
      </Table>
    </Section>
  );
}

type Holders = { total: number; total_supply: string; results: { address: string; balance: string }[] };
/** The owners that are named; the rest is counted. */
const NAMED = 3;

function FungibleToken({ asset, name }: { asset: string; name: string }) {
  const { data } = useQuery<Holders>(`/extended/v1/tokens/ft/${encodeURIComponent(asset)}/holders?limit=${NAMED}`);
  return (
    <tr>
      <td class="text">
        {name}
        <div class="muted">fungible</div>
      </td>
      <td class="right">{data !== undefined && <TokenAmount amount={data.total_supply} asset={asset} />}</td>
      <td class="wide">
        {data?.results.map(({ address, balance }) => (
          <div key={address}>
            <Principal id={address} bare /> <TokenAmount amount={balance} asset={asset} />
          </div>
        ))}
        {data !== undefined && data.total > NAMED && <div class="muted">and {plural(data.total - NAMED, 'more owner')}</div>}
      </td>
    </tr>
  );
}

function UniqueToken({ asset, name, type }: { asset: string; name: string; type: string }) {
  const { data } = useQuery<{ total: number }>(`/extended/v1/tokens/nft/mints?asset_identifier=${encodeURIComponent(asset)}&limit=1`);
  return (
    <tr>
      <td class="text">
        {name}
        <div class="muted">
          non-fungible, <code>{type}</code>
        </div>
      </td>
      <td class="right">{data !== undefined && `${data.total.toLocaleString('en')} minted`}</td>
      <td class="wide" />
    </tr>
  );
}
