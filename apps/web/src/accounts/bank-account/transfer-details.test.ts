import { describe, expect, it } from 'vitest';
import { lastDigitsOf } from '../../ui/account-name.ts';
import { canReceiveTransfers, cardDetails, transferDetails } from './transfer-details.ts';

const international = { iban: 'GB29LARK04062141728830', bic: 'LARKGB2L', reference: null, correspondent: null };
const pounds = { currency: 'GBP', accountnumber: '41728830', sortcode: '040621', international: null } as const;
const euros = { currency: 'EUR', accountnumber: null, sortcode: null, international } as const;

describe('transfer details', () => {
  it('shows account number and sort code for GBP', () => {
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

  it('shows UK details before international details for GBP', () => {
    expect(transferDetails({ ...pounds, international }).map(({ scheme }) => scheme)).toEqual([
      'domestic',
      'international',
    ]);
  });

  it('shows grouped IBAN, BIC and the vendor reference for EUR', () => {
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

  it('adds international details for EUR with a correspondent bank', () => {
    const ways = transferDetails({ ...euros, international: { ...international, correspondent: 'DEUTDEFF' } });
    expect(ways.map(({ scheme }) => scheme)).toEqual(['sepa', 'international']);
    expect(ways[1]?.details.at(-1)).toEqual({ name: 'correspondent', value: 'DEUTDEFF' });
  });

  it('shows only international details for any other currency', () => {
    expect(transferDetails({ ...euros, currency: 'THB' }).map(({ scheme }) => scheme)).toEqual(['international']);
  });

  it('shows nothing while the account has no details', () => {
    expect(transferDetails({ ...euros, international: null })).toEqual([]);
  });
});

it('only an account that has details and may receive is offered to payers', () => {
  const baht = { ...euros, currency: 'THB', international: null } as const;
  expect(canReceiveTransfers({ ...pounds, features: ['receive', 'send'] })).toBe(true);
  expect(canReceiveTransfers({ ...pounds, features: ['send'] })).toBe(false);
  expect(canReceiveTransfers({ ...baht, features: ['receive', 'send'] })).toBe(false);
});

describe('account card details', () => {
  it('shows all international details of a GBP account', () => {
    expect(cardDetails({ ...pounds, international })[1]).toEqual({
      scheme: 'international',
      details: [
        { name: 'iban', value: 'GB29 LARK 0406 2141 7288 30' },
        { name: 'bic', value: 'LARKGB2L' },
      ],
    });
  });

  it('does not repeat details of the first scheme for EUR', () => {
    const [sepa, abroad] = cardDetails({ ...euros, international: { ...international, correspondent: 'DEUTDEFF' } });
    expect(sepa?.details.map(({ name }) => name)).toEqual(['iban', 'bic']);
    expect(abroad?.details).toEqual([{ name: 'correspondent', value: 'DEUTDEFF' }]);
  });

  it('identifies an account by the last four digits of its number', () => {
    expect(lastDigitsOf({ ...pounds, international })).toBe('8830');
    expect(lastDigitsOf(euros)).toBe('8830');
    expect(lastDigitsOf({ ...euros, international: null })).toBeUndefined();
  });
});
