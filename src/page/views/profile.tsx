import { useSignal } from '@preact/signals';
import type { CostProfile } from '../../chains/stacks/trace/profile.js';
import { flameGraph } from '../../story/profile/flame-graph.js';
import { profileLabel } from '../../story/profile/label.js';
import { useQuery } from '../api/query.js';
import { Empty, Loaded, Section } from '../parts/layout.js';
import { link } from '../router.js';

const DIMENSIONS = ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const;
type Dimension = (typeof DIMENSIONS)[number];
/** The most lines that are listed. */
const LINES = 20;

/** What each line of a transaction cost, and a flame graph, on request: a profile executes the chain again. */
export function ProfileSection({ id }: { id: string }) {
  const isOpen = useSignal(false);
  const query = useQuery<CostProfile>(isOpen.value ? `/devnet/v1/tx/${encodeURIComponent(id)}/profile` : undefined, { live: false });
  return (
    <Section title="Costs">
      {isOpen.value ? (
        <Loaded query={query} missing="This engine does not profile transactions.">
          {(profile) => <ProfileView profile={profile} />}
        </Loaded>
      ) : (
        <button
          type="button"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Profile the costs
        </button>
      )}
    </Section>
  );
}

function ProfileView({ profile }: { profile: CostProfile }) {
  const by = useSignal<Dimension>('runtime');
  const lines = profile.lines.toSorted((a, b) => b.exclusive[by.value] - a.exclusive[by.value]).slice(0, LINES);
  if (lines.length === 0) return <Empty>The transaction ran no contract.</Empty>;
  const picture = flameGraph(profile, 'flame graph', by.value);
  return (
    <>
      <p>
        {DIMENSIONS.map((dimension) => (
          <button
            key={dimension}
            type="button"
            disabled={dimension === by.value}
            onClick={() => {
              by.value = dimension;
            }}
          >
            {dimension} {profile.cost[dimension].toLocaleString('en')}
          </button>
        ))}
      </p>
      <img class="flame" alt={`Flame graph of ${by.value}`} src={`data:image/svg+xml,${encodeURIComponent(picture)}`} width="100%" />
      <table>
        <thead>
          <tr>
            <th>line</th>
            <th>times</th>
            <th>{by.value}</th>
            <th>with calls</th>
            <th>source</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ contract, line, count, exclusive, inclusive, source }) => (
            <tr key={`${contract}:${line}`}>
              <td>
                <a href={link('contract', contract, line === undefined ? {} : { line })}>{profileLabel({ contract, line })}</a>
              </td>
              <td>{count}</td>
              <td>{exclusive[by.value].toLocaleString('en')}</td>
              <td>{inclusive[by.value].toLocaleString('en')}</td>
              <td>
                <code>{source?.slice(0, 80)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
