import { useQuery } from '../api/query.js';
import type { Abi } from '../api/types.js';
import { typeText } from '../clarity/types.js';
import { plural } from '../format/text.js';
import { Id, Principal, TxId } from '../parts/id.js';
import { Empty, Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { route } from '../router.js';
import { History, Tokens } from './address.js';
import { FunctionForm } from './function-form.js';
import { Source } from './source.js';

export function ContractView({ id }: { id: string }) {
  const [address = ''] = id.split('.');
  const path = id.split('.').map(encodeURIComponent).join('/');
  const abi = useQuery<Abi>(`/v2/contracts/interface/${path}`);
  const source = useQuery<{ source: string; publish_height: number }>(`/v2/contracts/source/${path}?proof=0`);
  const indexed = useQuery<{ tx_id: string }>(`/extended/v1/contract/${encodeURIComponent(id)}`);
  const line = Number(route.value.query.get('line') ?? 0);
  return (
    <>
      <Heading title={id.split('.').at(-1) ?? id} kind="Contract" />
      <Loaded query={abi} missing="No contract with this id is on the chain.">
        {(contract) => (
          <>
            <Facts
              facts={[
                ['Id', <Id key="id" what="contract id" id={id} whole />],
                ['Deployer', <Principal key="deployer" id={address} />],
                indexed.data?.tx_id !== undefined && ['Deployed in', <TxId key="tx" id={indexed.data.tx_id} />],
                contract.clarity_version !== undefined && ['Clarity', contract.clarity_version.replace('Clarity', '')],
              ]}
            />
            <Functions abi={contract} id={id} />
            <State abi={contract} />
          </>
        )}
      </Loaded>
      <Tokens id={id} />
      {source.data !== undefined && (
        <Section title="Source" aside={<span class="muted">{plural(source.data.source.trimEnd().split('\n').length, 'line')}</span>}>
          <Source text={source.data.source} line={line > 0 ? line : undefined} />
        </Section>
      )}
      <History id={id} />
    </>
  );
}

function Functions({ abi, id }: { abi: Abi; id: string }) {
  const read = abi.functions.filter(({ access }) => access === 'read_only');
  const call = abi.functions.filter(({ access }) => access === 'public');
  return (
    <div class="columns">
      <Section title="Read">
        {read.length === 0 && <Empty>No read-only functions.</Empty>}
        {read.map((fn) => (
          <FunctionForm key={fn.name} contract={id} fn={fn} />
        ))}
      </Section>
      <Section title="Call">
        {call.length === 0 && <Empty>No public functions.</Empty>}
        {call.map((fn) => (
          <FunctionForm key={fn.name} contract={id} fn={fn} />
        ))}
      </Section>
    </div>
  );
}

/** What the contract keeps and defines. */
function State({ abi }: { abi: Abi }) {
  const rows = [
    ...abi.variables.map(({ name, type, access }) => [access === 'constant' ? 'constant' : 'variable', name, typeText(type)] as const),
    ...abi.maps.map(({ name, key, value }) => ['map', name, `${typeText(key)} → ${typeText(value)}`] as const),
    ...abi.fungible_tokens.map(({ name }) => ['fungible token', name, ''] as const),
    ...abi.non_fungible_tokens.map(({ name, type }) => ['non-fungible token', name, typeText(type)] as const),
  ];
  if (rows.length === 0) return null;
  return (
    <Section title="Definitions">
      <Table label="Definitions" columns={['Kind', 'Name', 'Type']}>
        {rows.map(([kind, name, type]) => (
          <tr key={`${kind} ${name}`}>
            <td class="muted">{kind}</td>
            <td>
              <code>{name}</code>
            </td>
            <td class="what">
              <code>{type}</code>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
