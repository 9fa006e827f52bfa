export type Scheme =
  | 'faster-payments'
  | 'sepa-credit-transfer'
  | 'sepa-instant'
  | 'promptpay'
  | 'bahtnet'
  | 'fedwire'
  | 'swift'
  | 'local';

type Terms = Readonly<{
  currency: string | null;
  mostMinor: bigint;
  pace: 'instant' | 'today' | 'next_day' | 'banks';
  addressed: boolean;
  family: readonly [string, string];
}>;

const unlimited = 99_999_999_999n;

export const schemes: Readonly<Record<Scheme, Terms>> = {
  'faster-payments': domestic('GBP', 100_000_000n, 'instant'),
  'sepa-credit-transfer': { ...domestic('EUR', unlimited, 'next_day'), family: ['ICDT', 'RCDT'] },
  'sepa-instant': domestic('EUR', unlimited, 'instant'),
  promptpay: domestic('THB', 200_000_000n, 'instant'),
  bahtnet: { ...domestic('THB', unlimited, 'today'), family: ['ICDT', 'RCDT'] },
  fedwire: { ...domestic('USD', unlimited, 'today'), addressed: true, family: ['ICDT', 'RCDT'] },
  swift: { currency: null, mostMinor: unlimited, pace: 'banks', addressed: true, family: ['ICDT', 'RCDT'] },
  local: { currency: null, mostMinor: unlimited, pace: 'next_day', addressed: false, family: ['ICDT', 'RCDT'] },
};

function domestic(currency: string, mostMinor: bigint, pace: Terms['pace']): Terms {
  return { currency, mostMinor, pace, addressed: false, family: ['IRCT', 'RRCT'] };
}
