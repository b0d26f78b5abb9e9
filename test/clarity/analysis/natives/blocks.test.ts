import { rules } from '../../check.js';

rules(
  'blocks: Clarity 3',
  [
    ['(get-stacks-block-info? time u1)', '(optional uint)', 1255],
    ['(get-stacks-block-info? vrf-seed u1)', "use of unknown stacks block property 'vrf-seed'", 1228],
    ['(get-stacks-block-info? 1 u1)', 'missing property name for stacks block info introspection', 1039],
    ['(get-tenure-info? miner-address u1)', '(optional principal)', 1336],
    ['(get-tenure-info? header-hash u1)', "use of unknown tenure property 'header-hash'", 1147],
    ['(get-tenure-info? "time" u1)', 'missing property name for tenure info introspection', 1012],
    [
      '(get-burn-block-info? pox-addrs u1)',
      '(optional (tuple (addrs (list 2 (tuple (hashbytes (buff 32)) (version (buff 1))))) (payout uint)))',
      1386,
    ],
    ['(get-burn-block-info? time u1)', "use of block unknown property 'time'", 1066],
    ['(get-burn-block-info? time)', 'expecting 2 arguments, got 1', 983],
    ['(get-burn-block-info? u1 u1)', 'missing property name for burn block info introspection', 1012],
    ['(get-block-info? time u1)', "use of unresolved function 'get-block-info?'", 828],
    ['(get-stacks-block-info? time 1)', "expecting expression of type 'uint', found 'int'", 1207],
  ],
  { version: 3 },
);

rules(
  'blocks: Clarity 1 and 2',
  [
    ['(get-block-info? time u1)', '(optional uint)', 1066],
    ['(get-block-info? miner-spend-total u1)', '(optional uint)', 1417],
    ['(get-block-info? nope u1)', "use of block unknown property 'nope'", 931],
    ['(get-block-info? 1 u1)', 'missing property name for block info introspection', 850],
    ['(get-block-info? time u1 u2)', '(optional uint)', 1149],
    ['(get-block-info? time)', 'expecting >= 2 arguments, got 1', 848],
    ['(get-stacks-block-info? time u1)', "use of unresolved function 'get-stacks-block-info?'", 1017],
  ],
  { version: 2 },
);

rules(
  'blocks: Clarity 1',
  [
    ['(get-block-info? id-header-hash u1)', '(optional (buff 32))', 1341],
    ['(get-block-info? block-reward u1)', "use of block unknown property 'block-reward'", 1147],
  ],
  { version: 1 },
);
