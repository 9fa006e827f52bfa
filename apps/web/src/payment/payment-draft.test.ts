import { describe, expect, it } from 'vitest';
import { freshDraft, isUnsent, purposeOf, referenceFor, stepFor } from './payment-draft.ts';

const full = { ...freshDraft(), payeeUid: 'p', amount: '250.00', reference: 'Invoice 2091' };

describe('idempotency key of a payment form', () => {
  it('is new for every form', () => {
    expect(freshDraft().idempotency).toMatch(/^[0-9a-f-]{36}$/);
    expect(freshDraft().idempotency).not.toBe(freshDraft().idempotency);
  });

  it('is part of what the PIN authorises', () => {
    const terms = {
      sourceBankholderId: '104882',
      payeeUid: 'p',
      payeeVersion: 3,
      amount: '250.00',
      currency: 'GBP',
      fee: '0.00',
      reference: 'Invoice 2091',
    } as const;
    expect(purposeOf({ ...terms, route: 'direct' }, full.idempotency)).toEqual({
      operation: 'payment.gbp',
      ...terms,
      paymentIdempotency: full.idempotency,
    });
  });
});

describe('step of the form', () => {
  it('starts with the payee', () => {
    expect(stepFor(undefined, freshDraft(), 'GBP')).toBe('payee');
    expect(stepFor(undefined, full, 'GBP')).toBe('payee');
  });

  it('never skips incomplete steps', () => {
    expect(stepFor('review', freshDraft(), 'GBP')).toBe('payee');
    for (const amount of ['', '0', '1,250', '2k', '1e9'])
      expect(stepFor('review', { ...full, amount }, 'GBP')).toBe('amount');
    expect(stepFor('review', { ...full, reference: ' ' }, 'GBP')).toBe('amount');
    expect(stepFor('review', full, 'GBP')).toBe('review');
  });

  it('is the amount step for an unknown step', () => {
    expect(stepFor('nowhere', full, 'GBP')).toBe('amount');
  });
});

describe('unsaved changes', () => {
  it('exist if something was entered', () => {
    expect(isUnsent(freshDraft())).toBe(false);
    expect(isUnsent({ ...freshDraft(), amount: '1' })).toBe(true);
  });

  it('do not exist for a payment that was already sent', () => {
    const order = { ...full, approval: 'a'.repeat(20) } as never;
    expect(isUnsent({ ...full, sent: order })).toBe(false);
  });
});

describe('reference', () => {
  it("defaults to the payee's reference", () => {
    expect(referenceFor('', null, 'Rent')).toBe('Rent');
    expect(referenceFor('Rent', 'Rent', null)).toBe('');
  });

  it('keeps what the customer typed', () => {
    expect(referenceFor('Invoice 2091', 'Rent', 'Gas')).toBe('Invoice 2091');
  });
});
