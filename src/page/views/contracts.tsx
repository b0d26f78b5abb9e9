import { useQuery } from '../api/query.js';
import type { Page, Tx } from '../api/types.js';
import { BlockLink, Principal, TxId } from '../parts/id.js';
import { Empty, Heading, Loaded, Pager, Table } from '../parts/layout.js';
import { StatusBadge, Time } from '../parts/values.js';
import { route } from '../router.js';
import { offsetOf, offsetPages } from './lists.js';

const ROWS = 25;

/** Deployments, newest first. */
export function Contracts() {
  const offset = offsetOf(route.value.query);
  const query = useQuery<Page<Tx>>(`/extended/v1/tx?type=smart_contract&limit=${ROWS}&offset=${offset}`);
  return (
    <>
      <Heading title="Contracts" />
      <Loaded query={query}>
        {({ results, total }) =>
          results.length === 0 ? (
            <Empty>No contracts yet.</Empty>
          ) : (
            <>
              <Table
                label="Contracts"
                columns={[
                  'Contract',
                  { name: 'Transaction', class: 'wide' },
                  'Status',
                  { name: 'Block', class: 'right' },
                  { name: 'Time', class: 'right wide' },
                ]}
              >
                {results.map((tx) => (
                  <tr key={tx.tx_id}>
                    <td class="what">{tx.smart_contract !== undefined && <Principal id={tx.smart_contract.contract_id} bare />}</td>
                    <td class="wide">
                      <TxId id={tx.tx_id} bare />
                    </td>
                    <td>
                      <StatusBadge status={tx.tx_status} />
                    </td>
                    <td class="right">{tx.block_height !== undefined && <BlockLink height={tx.block_height} />}</td>
                    <td class="right wide">
                      <Time seconds={tx.block_time} />
                    </td>
                  </tr>
                ))}
              </Table>
              <Pager label="contracts" {...offsetPages('contracts', undefined, offset, total, ROWS)} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
