import { useQuery } from '../api/query.js';
import type { Abi } from '../api/types.js';
import { Id, Principal, TxId } from '../parts/id.js';
import { Empty, Facts, Heading, Loaded, Section } from '../parts/layout.js';
import { route } from '../router.js';
import { History, Tokens } from './address.js';
import { ContractState } from './contract-state.js';
import { FunctionForm } from './function-form.js';
import { SourceSection } from './source.js';

export function ContractView({ id }: { id: string }) {
  const [address = ''] = id.split('.');
  const path = id.split('.').map(encodeURIComponent).join('/');
  const abi = useQuery<Abi>(`/v2/contracts/interface/${path}`);
  const source = useQuery<{ source: string; publish_height: number }>(`/v2/contracts/source/${path}?proof=0`);
  const indexed = useQuery<{ tx_id: string }>(`/extended/v1/contract/${encodeURIComponent(id)}`);
  const line = Number(route.value.query.get('line') ?? 0);
  return (
    <>
      <Heading title={id.split('.').at(-1) ?? id} kind="Contract">
        <Principal id={id} bare linked={false} />
      </Heading>
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
            <ContractState abi={contract} id={id} />
          </>
        )}
      </Loaded>
      <Tokens id={id} />
      {source.data !== undefined && <SourceSection text={source.data.source} line={line > 0 ? line : undefined} />}
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
