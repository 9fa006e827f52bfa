export type Scheme =
  | 'faster-payments'
  | 'sepa-credit-transfer'
  | 'sepa-instant'
  | 'promptpay'
  | 'bahtnet'
  | 'fedwire'
  | 'swift'
  | 'local';

type SchemeTerms = Readonly<{
  currency: string | null;
  maxMinor: bigint;
  settlementSpeed: 'instant' | 'today' | 'next_day' | 'banks';
  requiresAddress: boolean;
  family: readonly [string, string];
}>;

const unlimited = 99_999_999_999n;

export const schemes: Readonly<Record<Scheme, SchemeTerms>> = {
  'faster-payments': domestic('GBP', 100_000_000n, 'instant'),
  'sepa-credit-transfer': { ...domestic('EUR', unlimited, 'next_day'), family: ['ICDT', 'RCDT'] },
  'sepa-instant': domestic('EUR', unlimited, 'instant'),
  promptpay: domestic('THB', 200_000_000n, 'instant'),
  bahtnet: { ...domestic('THB', unlimited, 'today'), family: ['ICDT', 'RCDT'] },
  fedwire: { ...domestic('USD', unlimited, 'today'), requiresAddress: true, family: ['ICDT', 'RCDT'] },
  swift: {
    currency: null,
    maxMinor: unlimited,
    settlementSpeed: 'banks',
    requiresAddress: true,
    family: ['ICDT', 'RCDT'],
  },
  local: {
    currency: null,
    maxMinor: unlimited,
    settlementSpeed: 'next_day',
    requiresAddress: false,
    family: ['ICDT', 'RCDT'],
  },
};

function domestic(currency: string, mostMinor: bigint, pace: SchemeTerms['settlementSpeed']): SchemeTerms {
  return { currency, maxMinor: mostMinor, settlementSpeed: pace, requiresAddress: false, family: ['IRCT', 'RRCT'] };
}
