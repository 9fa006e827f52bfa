/** Something that is not as it was written. `seq` is its place in the chain, where it has one. */
export type Fault = {
  kind:
    | 'transfer'
    | 'audit'
    | 'row_change'
    | 'row'
    | 'link'
    | 'head'
    | 'mark'
    | 'entry'
    | 'account'
    | 'hold'
    | 'currency'
    | 'setting'
    | 'sealer';
  key: string;
  why: string;
  seq?: bigint;
};

/** In plain words, e.g. `transfer 0199…/1 (link 17) was changed after it had been sealed`. */
export const tell = ({ kind, key, why, seq }: Fault): string =>
  `${kind} ${key}${seq !== undefined && kind !== 'link' ? ` (link ${seq})` : ''} ${why}`;
