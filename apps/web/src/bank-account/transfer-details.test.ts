import { describe, expect, it } from 'vitest';
import { cardDetails, endingOf, transferDetails } from './transfer-details.ts';

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

describe('a card', () => {
  it('shows the whole international block of an account in pounds', () => {
    expect(cardDetails({ ...pounds, international })[1]).toEqual({
      scheme: 'international',
      details: [
        { name: 'iban', value: 'GB29 LARK 0406 2141 7288 30' },
        { name: 'bic', value: 'LARKGB2L' },
      ],
    });
  });

  it('does not repeat for euros what stands above', () => {
    const [sepa, abroad] = cardDetails({ ...euros, international: { ...international, correspondent: 'DEUTDEFF' } });
    expect(sepa?.details.map(({ name }) => name)).toEqual(['iban', 'bic']);
    expect(abroad?.details).toEqual([{ name: 'correspondent', value: 'DEUTDEFF' }]);
  });

  it('is told from another by the last digits that a payer uses', () => {
    expect(endingOf({ ...pounds, international })).toBe('8830');
    expect(endingOf(euros)).toBe('8830');
    expect(endingOf({ ...euros, international: null })).toBeUndefined();
  });
});
