import { describe, expect, it } from 'vitest';
import { transferDetails } from './transfer-details.ts';

const international = { iban: 'GB29LARK04062141728830', bic: 'LARKGB2L', reference: null, correspondent: null };
const pounds = { currency: 'GBP', accountnumber: '41728830', sortcode: '040621', international: null } as const;
const euros = { currency: 'EUR', accountnumber: null, sortcode: null, international } as const;

describe('what somebody needs to pay into', () => {
  it('pounds: account number and sort code', () => {
    expect(transferDetails(pounds)).toEqual([
      {
        scheme: 'domestic',
        details: [
          { name: 'accountNumber', value: '41728830' },
          { name: 'sortCode', value: '04-06-21' },
        ],
      },
    ]);
  });

  it('pounds that can come from abroad too: the UK details come first', () => {
    expect(transferDetails({ ...pounds, international }).map(({ scheme }) => scheme)).toEqual([
      'domestic',
      'international',
    ]);
  });

  it('euros: IBAN in fours, BIC, and the reference where the vendor wants one', () => {
    expect(transferDetails({ ...euros, international: { ...international, reference: 'LM48213' } })).toEqual([
      {
        scheme: 'sepa',
        details: [
          { name: 'iban', value: 'GB29 LARK 0406 2141 7288 30' },
          { name: 'bic', value: 'LARKGB2L' },
          { name: 'reference', value: 'LM48213' },
        ],
      },
    ]);
  });

  it('euros with a correspondent: the international block besides', () => {
    const ways = transferDetails({ ...euros, international: { ...international, correspondent: 'DEUTDEFF' } });
    expect(ways.map(({ scheme }) => scheme)).toEqual(['sepa', 'international']);
    expect(ways[1]?.details.at(-1)).toEqual({ name: 'correspondent', value: 'DEUTDEFF' });
  });

  it('any other currency: the international block alone', () => {
    expect(transferDetails({ ...euros, currency: 'THB' }).map(({ scheme }) => scheme)).toEqual(['international']);
  });

  it('nothing while the account has no details yet', () => {
    expect(transferDetails({ ...euros, international: null })).toEqual([]);
  });
});
