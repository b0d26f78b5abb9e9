import type { Account } from '../data.js';

/**
 * Clarinet's published development accounts: one mnemonic each, its key at m/44'/5757'/0'/0/0. They are worth nothing outside of
 * test networks. Other tools fund the same ones, so scripts written for those run here unchanged.
 */
export const STANDARD_ACCOUNTS: readonly Account[] = [
  {
    name: 'deployer',
    privateKey: '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601',
    mnemonic:
      'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw',
    stx: { address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' },
    btc: {
      address: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
      addresses: {
        p2pkh: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH',
        p2wpkh: 'bcrt1qd4udu7cxyh0mlstv8299wd0kms7u8ukwaccfxp',
        'p2sh-p2wpkh': '2N7sbk81HXAGH2sY5FpDF2gWfhSkmGFKr7w',
        p2tr: 'bcrt1p2kg3027gxf5jayf67ewhzt7kjhh0cc8m5h96e9ewrtwze5vwlp4qxe39aw',
      },
    },
  },
  {
    name: 'wallet_1',
    privateKey: '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c17801',
    mnemonic:
      'sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild',
    stx: { address: 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5' },
    btc: {
      address: 'mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC',
      addresses: {
        p2pkh: 'mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC',
        p2wpkh: 'bcrt1qwvsmwn3tdflff8nvftf3xq6mzejsj5qhm3ycfp',
        'p2sh-p2wpkh': '2NDDFXMJ2Tyv4SrUANpS7WokoZXRRs9wJYi',
        p2tr: 'bcrt1pjp9hgtmjwecsn05fym5mds8qgm7wf6t9d8j5hz3scuelmjumh7cq597np6',
      },
    },
  },
  {
    name: 'wallet_2',
    privateKey: '530d9f61984c888536871c6573073bdfc0058896dc1adfe9a6a10dfacadc209101',
    mnemonic:
      'hold excess usual excess ring elephant install account glad dry fragile donkey gaze humble truck breeze nation gasp vacuum limb head keep delay hospital',
    stx: { address: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' },
    btc: {
      address: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG',
      addresses: {
        p2pkh: 'muYdXKmX9bByAueDe6KFfHd5Ff1gdN9ErG',
        p2wpkh: 'bcrt1qn83wc6dvtdhx0d8zdmwsutqurf4eh0frqpyhle',
        'p2sh-p2wpkh': '2N7s1SQWrkXiHH1pK341qniPuRDiEi6ney4',
        p2tr: 'bcrt1plj04vk0t727yvr8kkggk6m82njnhtxkcwpv3p3w86p0k967th93sg3vt8r',
      },
    },
  },
  {
    name: 'wallet_3',
    privateKey: 'd655b2523bcd65e34889725c73064feb17ceb796831c0e111ba1a552b0f31b3901',
    mnemonic:
      'cycle puppy glare enroll cost improve round trend wrist mushroom scorpion tower claim oppose clever elephant dinosaur eight problem before frozen dune wagon high',
    stx: { address: 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC' },
    btc: {
      address: 'mvZtbibDAAA3WLpY7zXXFqRa3T4XSknBX7',
      addresses: {
        p2pkh: 'mvZtbibDAAA3WLpY7zXXFqRa3T4XSknBX7',
        p2wpkh: 'bcrt1q55vqes0lvpgd75ls4dmx6a4kxrs5l6cv3hfkxt',
        'p2sh-p2wpkh': '2MydiUSVQ695eqeoArR3z9wr6H4YYCv1bxR',
        p2tr: 'bcrt1py9ltnwndc6klyjuuha03wa4x9xar3kjpe5pw927jlrvqvxrth0tsul3zyk',
      },
    },
  },
  {
    name: 'wallet_4',
    privateKey: 'f9d7206a47f14d2870c163ebab4bf3e70d18f5d14ce1031f3902fbbc894fe4c701',
    mnemonic:
      'board list obtain sugar hour worth raven scout denial thunder horse logic fury scorpion fold genuine phrase wealth news aim below celery when cabin',
    stx: { address: 'ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND' },
    btc: {
      address: 'mg1C76bNTutiCDV3t9nWhZs3Dc8LzUufj8',
      addresses: {
        p2pkh: 'mg1C76bNTutiCDV3t9nWhZs3Dc8LzUufj8',
        p2wpkh: 'bcrt1qq4tj6pzkt4t0vl5y44lzphhdmrnmhghagl7efw',
        'p2sh-p2wpkh': '2N2BUaL7bQ21rRvPuUVTD9RYqGmxBa1Mrw5',
        p2tr: 'bcrt1prdse03ya79yfvrexruxa9k6hj7jrvrgp093sxmxg398v389umvnq6wekvt',
      },
    },
  },
  {
    name: 'wallet_5',
    privateKey: '3eccc5dac8056590432db6a35d52b9896876a3d5cbdea53b72400bc9c2099fe801',
    mnemonic:
      'hurry aunt blame peanut heavy update captain human rice crime juice adult scale device promote vast project quiz unit note reform update climb purchase',
    stx: { address: 'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB' },
    btc: {
      address: 'mweN5WVqadScHdA81aATSdcVr4B6dNokqx',
      addresses: {
        p2pkh: 'mweN5WVqadScHdA81aATSdcVr4B6dNokqx',
        p2wpkh: 'bcrt1qkr5vwfvsmrkrxzm44yyf6gsde4h56jnwylraye',
        'p2sh-p2wpkh': '2MvQ7eU3TUGEs8bq8oxhKuCx4Va81PKKziM',
        p2tr: 'bcrt1pfgl06p647q8edz04fz8hheyaywxxre059ed0ef7txpvzf8e32x2qy3qsya',
      },
    },
  },
  {
    name: 'wallet_6',
    privateKey: '7036b29cb5e235e5fd9b09ae3e8eec4404e44906814d5d01cbca968a60ed4bfb01',
    mnemonic:
      'area desk dutch sign gold cricket dawn toward giggle vibrant indoor bench warfare wagon number tiny universe sand talk dilemma pottery bone trap buddy',
    stx: { address: 'ST3AM1A56AK2C1XAFJ4115ZSV26EB49BVQ10MGCS0' },
    btc: {
      address: 'mzxXgV6e4BZSsz8zVHm3TmqbECt7mbuErt',
      addresses: {
        p2pkh: 'mzxXgV6e4BZSsz8zVHm3TmqbECt7mbuErt',
        p2wpkh: 'bcrt1q64q23fj5cnq02nu3qgf07wc3njez27acn6luuc',
        'p2sh-p2wpkh': '2N6j61ieo8hfbbbiooES7GfzbENNK6o3PCa',
        p2tr: 'bcrt1pcp0xr3qrcrunlck802kz0su2607525rcyq7r66ya6qnmgg3ejqxq72ekp4',
      },
    },
  },
  {
    name: 'wallet_7',
    privateKey: 'b463f0df6c05d2f156393eee73f8016c5372caa0e9e29a901bb7171d90dc4f1401',
    mnemonic:
      'prevent gallery kind limb income control noise together echo rival record wedding sense uncover school version force bleak nuclear include danger skirt enact arrow',
    stx: { address: 'ST3PF13W7Z0RRM42A8VZRVFQ75SV1K26RXEP8YGKJ' },
    btc: {
      address: 'n37mwmru2oaVosgfuvzBwgV2ysCQRrLko7',
      addresses: {
        p2pkh: 'n37mwmru2oaVosgfuvzBwgV2ysCQRrLko7',
        p2wpkh: 'bcrt1qancglplcxx9pqjjxl7xmaeewwcvc3k8trrlyku',
        'p2sh-p2wpkh': '2MySe4cn7uA22suYbzM2pAtcvjS8BAFR4fk',
        p2tr: 'bcrt1pqe0t6nr0nlntz3wzpndm47l7dxlz5dkyz3zjpx7knp2khncda6uskz6455',
      },
    },
  },
  {
    name: 'wallet_8',
    privateKey: '6a1a754ba863d7bab14adbbc3f8ebb090af9e871ace621d3e5ab634e1422885e01',
    mnemonic:
      'female adjust gallery certain visit token during great side clown fitness like hurt clip knife warm bench start reunion globe detail dream depend fortune',
    stx: { address: 'ST3NBRSFKX28FQ2ZJ1MAKX58HKHSDGNV5N7R21XCP' },
    btc: {
      address: 'n2v875jbJ4RjBnTjgbfikDfnwsDV5iUByw',
      addresses: {
        p2pkh: 'n2v875jbJ4RjBnTjgbfikDfnwsDV5iUByw',
        p2wpkh: 'bcrt1qa27xtulgjrachusdz5lf2yvuwtv9wedfk6ludh',
        'p2sh-p2wpkh': '2N2D1TfChSJJdofRJiHTvRZ5D3PP75VT6Wn',
        p2tr: 'bcrt1p87vte6kz47lckrk80jhz4a2p5xaph6qpm96k9qml3dkuy0ncfljqwj6ddp',
      },
    },
  },
];
