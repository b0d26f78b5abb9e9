import type { ProjectCopy } from './fixture.js';

const MANIFEST = 'Clarinet.toml';
const SETTINGS = 'settings/Devnet.toml';
const REQUIREMENT = '.cache/requirements/SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.sip-010-trait-ft-standard';
const ALICE =
  'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild';

/** Ways to break the project `counter`, by name: each makes one mistake. */
export const broken: Readonly<Record<string, (project: ProjectCopy) => void>> = {
  'no TOML': (project) => project.edit(MANIFEST, 'name = "counter"', 'name = "counter'),
  'no TOML in the settings': (project) => project.edit(SETTINGS, 'balance = 5_000_000', 'balance = 5_000_000 STX'),
  'a contract twice': (project) => project.edit(MANIFEST, '[contracts.old]', '[contracts.counter]'),
  'an account twice': (project) => project.edit(SETTINGS, '[accounts.bob]', '[accounts.alice]'),
  'no settings': (project) => project.remove(SETTINGS),
  'no project table': (project) => project.edit(MANIFEST, '[project]', '[projekt]'),
  'no project name': (project) => project.edit(MANIFEST, 'name = "counter"\n', ''),
  'a project name that is no text': (project) => project.edit(MANIFEST, 'name = "counter"', 'name = 5'),
  'a requirement without a contract': (project) =>
    project.edit(
      MANIFEST,
      'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.sip-010-trait-ft-standard',
      'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
    ),
  'a requirement with a wrong address': (project) => project.edit(MANIFEST, 'contract_id = "SP3FBR2', 'contract_id = "SP4FBR2'),
  'an unknown deployer': (project) => project.edit(MANIFEST, 'deployer = "alice"', 'deployer = "carol"'),
  'no path': (project) => project.edit(MANIFEST, 'path = "contracts/old.clar"', ''),
  'a contract file that is missing': (project) => project.remove('contracts/numbers.clar'),
  'a contract file that is a folder': (project) => project.edit(MANIFEST, 'contracts/old.clar', 'contracts'),
  'a contract name that is none': (project) => project.edit(MANIFEST, '[contracts.old]', '[contracts.9old]'),
  'an epoch as integer': (project) => project.edit(MANIFEST, 'epoch = 2.5', 'epoch = 3'),
  'an unknown epoch': (project) => project.edit(MANIFEST, 'epoch = "3.0"', 'epoch = "3.9"'),
  'a Clarity version that is none': (project) => project.edit(MANIFEST, 'clarity_version = 3', 'clarity_version = 7'),
  'a Clarity version as text': (project) => project.edit(MANIFEST, 'clarity_version = 3', 'clarity_version = "3"'),
  'a Clarity version that is newer than the epoch': (project) => project.edit(MANIFEST, 'epoch = "3.0"', 'epoch = "2.5"'),
  'a Clarity version without an epoch': (project) => project.edit(MANIFEST, 'epoch = "3.0"\n', ''),
  'a contract that does not exist': (project) => project.edit('contracts/counter.clar', '.numbers add-one', '.numebrs add-one'),
  'a cycle': (project) => {
    project.edit(MANIFEST, 'epoch = 2.5', 'epoch = 3.0');
    project.edit('contracts/numbers.clar', '(+ n u1)', '(+ n (contract-call? .counter get-count))');
  },
  'a contract that calls itself': (project) => project.edit('contracts/numbers.clar', '(+ n u1)', '(contract-call? .numbers add-one n)'),
  'a dependency of a later epoch': (project) => project.edit(MANIFEST, 'epoch = 2.5', 'epoch = 3.3'),
  'no accounts': (project) => project.write(SETTINGS, '[network]\nname = "devnet"\n'),
  'no deployer': (project) => project.edit(SETTINGS, '[accounts.deployer]', '[accounts.owner]'),
  'an account that is no table': (project) => project.edit(SETTINGS, '[accounts.alice]', '[accounts]\ncarol = 5\n[accounts.alice]'),
  'a label that is none': (project) => project.edit(SETTINGS, '[accounts.alice]', '[accounts."alice smith"]'),
  'no mnemonic': (project) => project.edit(SETTINGS, `mnemonic = "${ALICE}"\n`, ''),
  'a mnemonic with an unknown word': (project) => project.edit(SETTINGS, 'sell invite', 'sell invitee'),
  'a mnemonic with a wrong word': (project) => project.edit(SETTINGS, 'sell invite', 'sell sell'),
  'a short mnemonic': (project) => project.edit(SETTINGS, 'sell invite ', ''),
  'an encrypted mnemonic': (project) => project.edit(SETTINGS, `mnemonic = "${ALICE}"`, 'encrypted_mnemonic = "abc"'),
  'a derivation that is none': (project) => project.edit(SETTINGS, "m/44'/5757'/0'/0/3", '44/5757/0/0/3'),
  'a derivation that is too large': (project) => project.edit(SETTINGS, "m/44'/5757'/0'/0/3", "m/44'/5757'/0'/0/2147483648"),
  'a negative balance': (project) => project.edit(SETTINGS, 'balance = 5_000_000', 'balance = -5'),
  'a balance as text': (project) => project.edit(SETTINGS, 'balance = 5_000_000', 'balance = "5 STX"'),
  'a balance with a fraction': (project) => project.edit(SETTINGS, 'sbtc_balance = 77', 'sbtc_balance = 7.5'),
  'a port that is none': (project) => project.edit(SETTINGS, 'disable_stacks_api = true', 'stacks_api_port = 70000'),
  'a block time of 0': (project) => project.edit(SETTINGS, 'disable_stacks_api = true', 'bitcoin_controller_block_time = 0'),
  'an observer without a port': (project) =>
    project.edit(SETTINGS, 'disable_stacks_api = true', 'stacks_node_events_observers = ["localhost"]'),
  'epochs out of order': (project) => project.edit(SETTINGS, 'disable_stacks_api = true', 'epoch_3_0 = 120\nepoch_3_1 = 110'),
  'an order of an unknown account': (project) =>
    project.edit(
      SETTINGS,
      'disable_stacks_api = true',
      '[[devnet.pox_stacking_orders]]\nstart_at_cycle = 1\nduration = 10\nwallet = "carol"\nslots = 2\n' +
        'btc_address = "mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC"',
    ),
  'an order without slots': (project) =>
    project.edit(
      SETTINGS,
      'disable_stacks_api = true',
      '[[devnet.pox_stacking_orders]]\nstart_at_cycle = 1\nduration = 10\nwallet = "alice"\n' +
        'btc_address = "mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC"',
    ),
  'a requirement that is not in the cache': (project) => project.edit(MANIFEST, 'SVTE.sip-010-trait-ft-standard', 'SVTE.points-trait'),
  'a requirement of a contract that is not in the cache': (project) =>
    project.edit('contracts/old.clar', ';; Clarity 1', "(use-trait t 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.other.t)\n;; Clarity 1"),
  'a requirement that is no JSON': (project) => project.write(`${REQUIREMENT}.json`, '{"epoch":'),
  'a requirement of an unknown epoch': (project) => project.write(`${REQUIREMENT}.json`, '{"epoch":"2.05","clarity_version":"Clarity1"}'),
  'a requirement without a Clarity version': (project) => project.write(`${REQUIREMENT}.json`, '{"epoch":"Epoch20"}'),
};
