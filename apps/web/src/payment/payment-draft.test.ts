import { describe, expect, it } from 'vitest';
import { freshDraft, isUnsent, purposeOf, referenceFor, stepFor } from './payment-draft.ts';

const full = { ...freshDraft(), payeeUid: 'p', amount: '250.00', reference: 'Invoice 2091' };

describe('the key of a payment form', () => {
  it('is made with the form, and the next form has another', () => {
    expect(freshDraft().idempotency).toMatch(/^[0-9a-f-]{36}$/);
    expect(freshDraft().idempotency).not.toBe(freshDraft().idempotency);
  });

  it('is what the PIN approves', () => {
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

describe('the step', () => {
  it('starts with the payee', () => {
    expect(stepFor(undefined, freshDraft(), 'GBP')).toBe('payee');
    expect(stepFor(undefined, full, 'GBP')).toBe('payee');
  });

  it('never runs ahead of what is filled in', () => {
    expect(stepFor('review', freshDraft(), 'GBP')).toBe('payee');
    for (const amount of ['', '0', '1,250', '2k', '1e9'])
      expect(stepFor('review', { ...full, amount }, 'GBP')).toBe('amount');
    expect(stepFor('review', { ...full, reference: ' ' }, 'GBP')).toBe('amount');
    expect(stepFor('review', full, 'GBP')).toBe('review');
  });

  it('an unknown one is the amount', () => {
    expect(stepFor('nowhere', full, 'GBP')).toBe('amount');
  });
});

describe('leaving', () => {
  it('asks when something was entered', () => {
    expect(isUnsent(freshDraft())).toBe(false);
    expect(isUnsent({ ...freshDraft(), amount: '1' })).toBe(true);
  });

  it('does not ask about a payment that is out already: it is kept', () => {
    const order = { ...full, approval: 'a'.repeat(20) } as never;
    expect(isUnsent({ ...full, sent: order })).toBe(false);
  });
});

describe('the reference', () => {
  it('is the usual one of the payee', () => {
    expect(referenceFor('', null, 'Rent')).toBe('Rent');
    expect(referenceFor('Rent', 'Rent', null)).toBe('');
  });

  it('stays what the customer has written', () => {
    expect(referenceFor('Invoice 2091', 'Rent', 'Gas')).toBe('Invoice 2091');
  });
});
