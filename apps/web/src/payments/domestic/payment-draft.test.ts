import { describe, expect, it } from 'vitest';
import { currentStep, hasUnsavedChanges, newPaymentDraft, nextReference, toPinPurpose } from './payment-draft.ts';

const full = { ...newPaymentDraft(), payeeUid: 'p', amount: '250.00', reference: 'Invoice 2091' };

describe('idempotency key of a payment form', () => {
  it('is new for every form', () => {
    expect(newPaymentDraft().idempotency).toMatch(/^[0-9a-f-]{36}$/);
    expect(newPaymentDraft().idempotency).not.toBe(newPaymentDraft().idempotency);
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
    expect(toPinPurpose({ ...terms, route: 'direct' }, full.idempotency)).toEqual({
      operation: 'payment.gbp',
      ...terms,
      paymentIdempotency: full.idempotency,
    });
  });
});

describe('step of the form', () => {
  it('starts with the payee', () => {
    expect(currentStep(undefined, newPaymentDraft(), 'GBP')).toBe('payee');
    expect(currentStep(undefined, full, 'GBP')).toBe('payee');
  });

  it('never skips incomplete steps', () => {
    expect(currentStep('review', newPaymentDraft(), 'GBP')).toBe('payee');
    for (const amount of ['', '0', '1,250', '2k', '1e9'])
      expect(currentStep('review', { ...full, amount }, 'GBP')).toBe('amount');
    expect(currentStep('review', { ...full, reference: ' ' }, 'GBP')).toBe('amount');
    expect(currentStep('review', full, 'GBP')).toBe('review');
  });

  it('is the amount step for an unknown step', () => {
    expect(currentStep('nowhere', full, 'GBP')).toBe('amount');
  });
});

describe('unsaved changes', () => {
  it('exist if something was entered', () => {
    expect(hasUnsavedChanges(newPaymentDraft())).toBe(false);
    expect(hasUnsavedChanges({ ...newPaymentDraft(), amount: '1' })).toBe(true);
  });

  it('do not exist for a payment that was already sent', () => {
    const order = { ...full, approval: 'a'.repeat(20) } as never;
    expect(hasUnsavedChanges({ ...full, sent: order })).toBe(false);
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
});
