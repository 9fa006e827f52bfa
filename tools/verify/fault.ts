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
  reason: string;
  seq?: bigint;
  /** The API may be about to write what is missing. */
  isSettling?: true;
};

export const describeFault = ({ kind, key, reason, seq }: Fault): string =>
  `${kind} ${key}${seq !== undefined && kind !== 'link' ? ` (link ${seq})` : ''} ${reason}`;
