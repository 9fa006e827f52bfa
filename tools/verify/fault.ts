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

export const tell = ({ kind, key, why, seq }: Fault): string =>
  `${kind} ${key}${seq !== undefined && kind !== 'link' ? ` (link ${seq})` : ''} ${why}`;
