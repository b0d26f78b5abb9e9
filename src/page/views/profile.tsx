import { useSignal } from '@preact/signals';
import type { CostProfile } from '../../clarity/trace.js';
import { COST_WORDS, profileLabel } from '../../tools/story.js';
import { useQuery } from '../api/query.js';
import { Flame } from '../parts/flame.js';
import { Empty, Loaded, Section, Table } from '../parts/layout.js';
import { link } from '../router.js';

const DIMENSIONS = ['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const;
type Dimension = (typeof DIMENSIONS)[number];

function titleOf(dimension: Dimension): string {
  const word = COST_WORDS[dimension];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

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
  return (
    <>
      <div class="actions choices">
        {DIMENSIONS.map((dimension) => (
          <button
            key={dimension}
            type="button"
            aria-pressed={dimension === by.value}
            onClick={() => {
              by.value = dimension;
            }}
          >
            {titleOf(dimension)} <span class="number">{profile.cost[dimension].toLocaleString('en')}</span>
          </button>
        ))}
      </div>
      <Flame profile={profile} dimension={by.value} name={titleOf(by.value)} />
      <Table
        label="Lines"
        columns={[
          'Line',
          { name: 'Times', class: 'right wide' },
          { name: titleOf(by.value), class: 'right' },
          { name: 'With calls', class: 'right wide' },
          'Source',
        ]}
      >
        {lines.map(({ contract, line, count, exclusive, inclusive, source }) => (
          <tr key={`${contract}:${line}`}>
            <td>
              <a href={link('contract', contract, line === undefined ? {} : { line })}>{profileLabel({ contract, line })}</a>
            </td>
            <td class="right wide">{count.toLocaleString('en')}</td>
            <td class="right">{exclusive[by.value].toLocaleString('en')}</td>
            <td class="right wide">{inclusive[by.value].toLocaleString('en')}</td>
            <td class="what">
              <code>{source?.slice(0, 80)}</code>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
