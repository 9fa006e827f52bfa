import { describe, expect, it } from 'vitest';
import { pastedAccounts, pastedFaults, pastedNonAccounts } from '../../../../../test/fixtures/pasted-accounts.ts';
import { readAccount } from './read-account.ts';

/** Readings, what is missing, the name and the member, in short. */
function short(text: string): string {
  const { readings, fault, member, name } = readAccount(text);
  const kinds = readings.map(({ kind, missing }) => (missing ? `${kind} without ${missing}` : kind));
  return [
    ...kinds,
    ...(fault ? [`fault ${fault.fault}`] : []),
    ...(member ? [`member ${member}`] : []),
    ...(name ? [`name ${name}`] : []),
  ].join(', ');
}

const valuesOf = (text: string) => readAccount(text).readings[0]?.values;

describe('an account is read from what people paste', () => {
  it.each(pastedAccounts)('%j', (text, expected, values) => {
    expect(short(text)).toBe(expected);
    expect(valuesOf(text)).toEqual(values);
  });

  it('offers both readings of a British IBAN', () => {
    const { readings } = readAccount('GB29 NWBK 6016 1331 9268 19');
    expect(readings.map(({ values }) => values)).toEqual([
      { sortCode: '60-16-13', accountNumber: '31926819' },
      { country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19' },
    ]);
  });
});

describe('what is no account is named', () => {
  it.each(pastedFaults)('%s', (text, fault) => {
    expect(readAccount(text).readings).toEqual([]);
    expect(readAccount(text).fault).toEqual(fault);
  });

  it.each(pastedNonAccounts)('%j has neither reading nor fault', (text, expected) =>
    expect(short(text)).toBe(expected),
  );
});
