import { useSignal } from '@preact/signals';
import { request } from '../api/http.js';
import { useQuery } from '../api/query.js';
import type { MiningMode, Snapshot, Status } from '../api/types.js';
import { canControl, capabilities, loadAccounts, network } from '../live/network.js';
import { Action, ActionForm } from '../parts/action.js';
import { Copy } from '../parts/copy.js';
import { Empty, type Fact, Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { Time } from '../parts/values.js';
import { link } from '../router.js';

type Mined = { bitcoin: { height: number; hashes: string[] }; stacks: { height: number } };

async function mine(chain: 'bitcoin' | 'stacks', count: number) {
  const { bitcoin, stacks } = await request<Mined>('/devnet/v1/mine', { method: 'POST', body: { [chain]: count } });
  return chain === 'bitcoin'
    ? { text: `Bitcoin is at block ${bitcoin.height}, Stacks at block ${stacks.height}.`, href: link('burn-block', bitcoin.height) }
    : { text: `Stacks is at block ${stacks.height}.`, href: link('block', stacks.height) };
}

async function save(name?: string) {
  const snapshot = await request<Snapshot>('/devnet/v1/snapshots', { method: 'POST', body: name ? { name } : {} });
  return { text: `Saved snapshot ${snapshot.name}.`, href: link('network') };
}

/** What people do most, beside the figures. */
export function QuickActions() {
  return (
    <div class="actions">
      {capabilities.value.has('mineStacks') && <Action run={() => mine('stacks', 1)}>Mine a Stacks block</Action>}
      <Action run={() => mine('bitcoin', 1)}>Mine a Bitcoin block</Action>
      {capabilities.value.has('snapshots') && <Action run={() => save()}>Save a snapshot</Action>}
    </div>
  );
}

/** Mining, modes and snapshots. */
export function NetworkView() {
  const status = network.value?.status;
  if (canControl.value === false) {
    return (
      <>
        <Heading title="Network" />
        <Empty>This network lets only programs on its own machine mine, pay and restore.</Empty>
      </>
    );
  }
  return (
    <>
      <Heading title="Network" />
      {status !== undefined && (
        <Facts
          facts={[
            ['Engine', status.engine],
            ['Epoch', status.epoch],
            ['Version', status.version],
            ['State', status.ready ? 'ready' : `not ready${status.reason === undefined ? '' : `: ${status.reason}`}`],
            ...urlFacts(status.urls),
            status.fork !== undefined && ['Fork', `${status.fork.url} at block ${status.fork.height.toLocaleString('en')}`],
            status.project !== undefined && ['Project', `${status.project.name}, ${status.project.root}`],
          ]}
        />
      )}
      <Mining />
      {capabilities.value.has('snapshots') && <Snapshots />}
    </>
  );
}

/** A network in a tab listens nowhere, which its URLs say by names that nobody has. */
function urlFacts({ gateway = location.origin, stacks, bitcoin }: Status['urls']): Fact[] {
  if (new URL(stacks).hostname.endsWith('.invalid')) return [];
  return [
    ['Gateway', <Url key="gateway" what="URL of the gateway" url={gateway} />],
    ['Stacks RPC', <Url key="stacks" what="URL of the Stacks node" url={stacks} />],
    ['Bitcoin RPC', <Url key="bitcoin" what="URL of the Bitcoin node" url={bitcoin} />],
  ];
}

function Url({ url, what }: { url: string; what: string }) {
  return (
    <>
      <code>{url}</code> <Copy text={url} what={what} />
    </>
  );
}

function Mining() {
  const count = useSignal('1');
  const status = network.value?.status;
  return (
    <Section title="Mining">
      <div class="inline">
        <label>
          Blocks
          <input
            type="number"
            min="1"
            max="10000"
            value={count.value}
            onInput={({ currentTarget }) => {
              count.value = currentTarget.value;
            }}
          />
        </label>
        {capabilities.value.has('mineStacks') && <Action run={() => mine('stacks', Number(count.value))}>Mine Stacks</Action>}
        <Action run={() => mine('bitcoin', Number(count.value))}>Mine Bitcoin</Action>
      </div>
      {status !== undefined && (
        <div class="inline">
          {capabilities.value.has('pauseStacks') && <Mode chain="stacks" title="Stacks" mode={status.stacks.mode} />}
          <Mode chain="bitcoin" title="Bitcoin" mode={status.bitcoin.mode} />
        </div>
      )}
    </Section>
  );
}

function Mode({ chain, title, mode }: { chain: 'bitcoin' | 'stacks'; title: string; mode: MiningMode }) {
  const kind = useSignal<string>(typeof mode === 'string' ? mode : 'interval');
  const seconds = useSignal(typeof mode === 'string' ? '10' : `${mode.intervalMs / 1_000}`);
  const set = async () => {
    const next: MiningMode = kind.value === 'interval' ? { intervalMs: Math.round(Number(seconds.value) * 1_000) } : (kind.value as 'auto');
    await request('/devnet/v1/mining', { method: 'PUT', body: { [chain]: next } });
    return `${title} blocks: ${kind.value === 'interval' ? `every ${seconds.value} s` : kind.value}.`;
  };
  return (
    <ActionForm run={set} label={`Mining mode of ${title}`}>
      <fieldset>
        <legend>{title} blocks</legend>
        <label>
          Mode
          <select
            value={kind.value}
            onChange={({ currentTarget }) => {
              kind.value = currentTarget.value;
            }}
          >
            <option value="auto">for each transaction</option>
            <option value="manual">only on request</option>
            <option value="interval">at an interval</option>
          </select>
        </label>
        {kind.value === 'interval' && (
          <label>
            Seconds
            <input
              type="number"
              min="0.001"
              step="any"
              value={seconds.value}
              onInput={({ currentTarget }) => {
                seconds.value = currentTarget.value;
              }}
            />
          </label>
        )}
        <button type="submit">Set</button>
      </fieldset>
    </ActionForm>
  );
}

function Snapshots() {
  const name = useSignal('');
  const query = useQuery<{ snapshots: Snapshot[] }>('/devnet/v1/snapshots');
  const saveNamed = async () => {
    const saved = await save(name.value.trim());
    name.value = '';
    return saved;
  };
  const restore = async ({ id, name: known }: Snapshot) => {
    await request(`/devnet/v1/snapshots/${encodeURIComponent(id)}/restore`, { method: 'POST' });
    await loadAccounts();
    return `Restored snapshot ${known}.`;
  };
  const remove = async ({ id, name: known }: Snapshot) => {
    await request(`/devnet/v1/snapshots/${encodeURIComponent(id)}`, { method: 'DELETE' });
    return `Deleted snapshot ${known}.`;
  };
  return (
    <Section title="Snapshots">
      <ActionForm run={saveNamed} label="Save a snapshot">
        <label>
          Name
          <input
            type="text"
            maxLength={200}
            placeholder="optional"
            value={name.value}
            onInput={({ currentTarget }) => {
              name.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit">Save</button>
      </ActionForm>
      <Loaded query={query} missing="This engine has no snapshots.">
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <Empty>No snapshots yet.</Empty>
          ) : (
            <Table
              label="Snapshots"
              columns={[
                'Name',
                { name: 'Stacks', class: 'right wide' },
                { name: 'Bitcoin', class: 'right wide' },
                { name: 'Saved', class: 'right wide' },
                { name: 'Actions', class: 'right' },
              ]}
            >
              {snapshots.map((snapshot) => (
                <tr key={snapshot.id}>
                  <td class="text">{snapshot.name}</td>
                  <td class="right wide number">{snapshot.heights.stacks.toLocaleString('en')}</td>
                  <td class="right wide number">{snapshot.heights.bitcoin.toLocaleString('en')}</td>
                  <td class="right wide">
                    <Time seconds={Date.parse(snapshot.createdAt) / 1_000} />
                  </td>
                  <td class="right">
                    <div class="buttons">
                      <Action quiet run={() => restore(snapshot)} label={`Restore ${snapshot.name}`}>
                        Restore
                      </Action>
                      <Action quiet run={() => remove(snapshot)} label={`Delete ${snapshot.name}`}>
                        Delete
                      </Action>
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}
