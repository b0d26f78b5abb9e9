/** The context of a script, which determines its keys and multisig. */
export type MiniscriptContext = 'p2wsh' | 'tapscript';

/** The expressions of miniscript (BIP379). Wrappers have their letter. */
export type Fragment =
  | '0'
  | '1'
  | 'pk_k'
  | 'pk_h'
  | 'older'
  | 'after'
  | 'sha256'
  | 'hash256'
  | 'ripemd160'
  | 'hash160'
  | 'andor'
  | 'and_v'
  | 'and_b'
  | 'or_b'
  | 'or_c'
  | 'or_d'
  | 'or_i'
  | 'thresh'
  | 'multi'
  | 'multi_a'
  | 'a:'
  | 's:'
  | 'c:'
  | 'd:'
  | 'v:'
  | 'j:'
  | 'n:';
