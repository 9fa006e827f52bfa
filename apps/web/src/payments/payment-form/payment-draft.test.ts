import type { PayeeView } from '@larkmere/contract/payees/payee';
import { describe, expect, it, test } from 'vitest';
import {
  draftForPayee,
  draftFromEarlier,
  hasTyped,
  isReference,
  newPaymentDraft,
  nextReference,
  paymentKindOf,
} from './payment-draft.ts';

const payeeOf = (over: Partial<PayeeView>) =>
  ({ type: 'gbp', currency: 'GBP', defaultReference: null, ...over }) as PayeeView;

describe('idempotency key of a payment form', () => {
  it('is new for every form', () => {
    expect(newPaymentDraft().idempotency).toMatch(/^[0-9a-f-]{36}$/);
    expect(newPaymentDraft().idempotency).not.toBe(newPaymentDraft().idempotency);
  });
});

test.each([
  ['gbp', 'GBP', 'GBP', 'domestic'],
  ['thb', 'THB', 'THB', 'domestic'],
  ['thb', 'THB', 'GBP', 'exchange'],
  ['swt', 'EUR', 'EUR', 'international'],
  ['swt', 'EUR', 'GBP', 'exchange'],
  ['usd', 'USD', 'USD', 'international'],
] as const)(
  'a payee of the type %s in %s is paid out of %s by a payment of the kind %s',
  (type, currency, of, kind) => {
    expect(paymentKindOf({ type, currency }, { currency: of })).toBe(kind);
  },
);

describe('what was typed', () => {
  it('exists if something was entered', () => {
    expect(hasTyped(newPaymentDraft(), undefined)).toBe(false);
    expect(hasTyped({ ...newPaymentDraft(), amount: '1' }, undefined)).toBe(true);
    const usual = payeeOf({ defaultReference: 'Rent' });
    expect(hasTyped({ ...newPaymentDraft(), reference: 'Rent' }, usual)).toBe(false);
    expect(hasTyped({ ...newPaymentDraft(), reference: 'Gas' }, usual)).toBe(true);
  });

  it('does not exist for a payment that was already sent', () => {
    expect(hasTyped({ ...newPaymentDraft(), amount: '1', sent: {} as never }, undefined)).toBe(false);
  });

  it('goes with the payment to another payee, under a key of its own', () => {
    const before = { ...newPaymentDraft(), source: '118341', side: 'send' as const, amount: '40', reference: 'Rent' };
    const next = draftForPayee(before, payeeOf({ defaultReference: 'Gas' }), payeeOf({ defaultReference: 'Rent' }));
    expect(next).toMatchObject({ source: '', side: 'send', amount: '40', reference: 'Gas' });
    expect(next.idempotency).not.toBe(before.idempotency);
  });
});

describe('reference', () => {
  it("defaults to the payee's reference", () => {
    expect(nextReference('', null, 'Rent')).toBe('Rent');
    expect(nextReference('Rent', 'Rent', null)).toBe('');
  });

  it('keeps what the customer typed', () => {
    expect(nextReference('Invoice 2091', 'Rent', 'Gas')).toBe('Invoice 2091');
  });

  it.each([
    ['gbp', 'GBP', 'Invoice 2091 of Nov', false],
    ['gbp', 'GBP', 'Invoice 2091', true],
    ['swt', 'EUR', 'Miete Müller', false],
    ['swt', 'EUR', 'Invoice 2091 of November', true],
  ] as const)('to a payee of the type %s in %s, %s can be sent: %s', (type, currency, text, is) => {
    expect(isReference({ type, currency }, text)).toBe(is);
  });
});

const earlier = {
  sourceBankholderId: '118341',
  payeeUid: 'payee',
  amount: '120.00',
  currency: 'EUR',
  reference: 'Invoice 7',
  scheme: null,
  chargeBearer: 'OUR',
  draft: { uid: 'draft', executionDate: '2026-12-10', endToEndId: null },
  regulatoryInformation: {
    purposeCode: 'SUPP',
    relationship: 'supplier',
    sourceOfFunds: null,
    note: 'Second of three',
  },
} as const satisfies Parameters<typeof draftFromEarlier>[0];

describe('a payment that was sent back or is made again', () => {
  it('restores every field', () => {
    expect(draftFromEarlier(earlier)).toMatchObject({
      source: '118341',
      side: 'get',
      amount: '120.00',
      reference: 'Invoice 7',
      chargeType: 'OUR',
      when: 'later',
      day: '2026-12-10',
      draftUid: 'draft',
      regulatoryInfo: { purposeCode: 'SUPP', relationship: 'supplier', note: 'Second of three' },
    });
  });

  it.each(['SHA', 'BEN', null] as const)(
    'with charges of %s leaves the choice to the payee’s own setting',
    (chargeBearer) => {
      expect(draftFromEarlier({ ...earlier, chargeBearer })).not.toHaveProperty('chargeType');
    },
  );
});
