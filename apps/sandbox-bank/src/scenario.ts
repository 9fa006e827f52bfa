export type Scenario =
  | Readonly<{ kind: 'reject'; by: 'bank' | 'scheme'; reason: string }>
  | Readonly<{ kind: 'hold'; reason: string }>
  | Readonly<{ kind: 'tracked'; code: string }>
  | Readonly<{ kind: 'recall_refused'; reason: string }>
  /** Rejected with a query until a new instruction answers it. `later`: a settlement report follows, false or true. */
  | Readonly<{ kind: 'ask'; reason: string; later: 'nothing' | 'denied' | 'made' }>
  | Readonly<{
      kind: 'never_taken' | 'answer_lost' | 'return' | 'twice' | 'out_of_order' | 'slow' | 'short' | 'contradicted';
    }>;

const scenarios: Readonly<Record<string, Scenario>> = {
  '01': { kind: 'reject', by: 'scheme', reason: 'AC01' },
  '04': { kind: 'reject', by: 'scheme', reason: 'AC04' },
  '06': { kind: 'reject', by: 'scheme', reason: 'AC06' },
  '14': { kind: 'reject', by: 'bank', reason: 'AM04' },
  '23': { kind: 'reject', by: 'bank', reason: 'AM02' },
  '51': { kind: 'reject', by: 'scheme', reason: 'BE01' },
  '61': { kind: 'recall_refused', reason: 'CUST' },
  '62': { kind: 'recall_refused', reason: 'AM04' },
  '63': { kind: 'ask', reason: 'RR05', later: 'nothing' },
  '64': { kind: 'ask', reason: 'RR05', later: 'denied' },
  '65': { kind: 'ask', reason: 'RR05', later: 'made' },
  '77': { kind: 'hold', reason: 'RR04' },
  '81': { kind: 'tracked', code: 'G001' },
  '82': { kind: 'tracked', code: 'G002' },
  '83': { kind: 'tracked', code: 'G003' },
  '84': { kind: 'tracked', code: 'G004' },
  '90': { kind: 'never_taken' },
  '91': { kind: 'answer_lost' },
  '92': { kind: 'return' },
  '93': { kind: 'twice' },
  '94': { kind: 'out_of_order' },
  '95': { kind: 'slow' },
  '96': { kind: 'short' },
  '97': { kind: 'contradicted' },
};

const reasonTexts: Readonly<Record<string, string>> = {
  AC01: 'Account number unknown at the payee bank',
  AC04: 'Account closed',
  AC06: 'Account blocked',
  AM02: 'Amount above the limit',
  AM03: 'Currency not supported',
  AM04: 'Insufficient funds',
  ARDT: 'Returned already',
  BE01: 'Name does not match the account',
  BE04: 'Town or country of the payee missing',
  BE07: 'Town or country of the payer missing',
  CUST: 'The account holder does not agree',
  DS02: 'Withdrawn by the payer',
  FOCR: 'Given back on a recall',
  G000: 'Passed on, tracked',
  G001: 'Passed on, not tracked any further',
  G002: 'Not credited today',
  G003: 'Documents awaited',
  G004: 'Cover awaited',
  MS03: 'Reason not given',
  RR04: 'Regulatory reason',
  RR05: 'What is this payment for, and what is the tax number of the payee?',
};

export const reasonText = (code: string): string => reasonTexts[code] ?? code;

/**
 * Two digits select a scenario: a reference ending in `SANDBOX nn` or `MAGIC nn`, or an amount of 13.nn in any
 * currency. Multiples of a million are ignored, so that rails for large amounts can be tested.
 */
export function readScenarioCode(amountMinor: bigint, reference: string): string | null {
  const named = /\b(?:SANDBOX|MAGIC)[ -]?(\d\d)$/i.exec(reference.trim())?.[1];
  const priced = (amountMinor / 100n) % 1_000_000n === 13n ? String(amountMinor % 100n).padStart(2, '0') : undefined;
  return [named, priced].find((code) => code !== undefined && Object.hasOwn(scenarios, code)) ?? null;
}

export const scenarioOf = (magic: string | null): Scenario | undefined =>
  magic === null ? undefined : scenarios[magic];

export const returnReason = (accountNumber: string): 'AC04' | 'MS03' =>
  Number(accountNumber.at(-1)) % 2 === 0 ? 'AC04' : 'MS03';

export const scenarioCharges = (amountMinor: bigint): bigint => (amountMinor < 1000n ? amountMinor / 2n : 500n);
