import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError, TimeoutError } from '../kernel/call-errors.ts';
import { freshDraft, isUnsent, outcomeOf, purposeOf, referenceFor, stepFor } from './payment-draft.ts';

const full = { ...freshDraft(), payeeUid: 'p', amount: '250.00', reference: 'Invoice 2091' };
const refused = (code: string, status = 400) => new ApiError(status, { code, message: 'No.' });

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
    expect(purposeOf(terms, full.idempotency)).toEqual({
      operation: 'payment.gbp',
      ...terms,
      paymentIdempotency: full.idempotency,
    });
  });
});

describe('the step', () => {
  it('starts with the payee', () => {
    expect(stepFor(undefined, freshDraft())).toBe('payee');
    expect(stepFor(undefined, full)).toBe('payee');
  });

  it('never runs ahead of what is filled in', () => {
    expect(stepFor('review', freshDraft())).toBe('payee');
    expect(stepFor('review', { ...full, amount: '' })).toBe('amount');
    expect(stepFor('review', { ...full, reference: ' ' })).toBe('amount');
    expect(stepFor('review', full)).toBe('review');
  });

  it('an unknown one is the amount', () => {
    expect(stepFor('nowhere', full)).toBe('amount');
  });
});

describe('what a failure says about the money', () => {
  it('a refusal of the server: nothing was sent', () => {
    expect(outcomeOf(refused('insufficient_funds'), false)).toBe('not-sent');
    expect(outcomeOf(refused('service_off', 503), false)).toBe('not-sent');
    expect(outcomeOf(refused('not_signed_in', 401), false)).toBe('not-sent');
  });

  it('no line: nothing was sent', () => {
    expect(outcomeOf(new NetworkError('off'), false)).toBe('not-sent');
  });

  it.each([
    ['no answer in time', new TimeoutError('late')],
    ['an answer that is none of ours', new ApiError(502, {})],
    ['a fault of the server', refused('unexpected', 500)],
    ['the first attempt still at work', refused('request_in_progress')],
    ['a fault of ours', new TypeError('oh')],
  ])('%s: nobody knows', (_name, error) => {
    expect(outcomeOf(error, false)).toBe('unknown');
    expect(outcomeOf(error, true)).toBe('unknown');
  });

  it('of a repeat: only an answer that looked for the first attempt settles it', () => {
    expect(outcomeOf(new NetworkError('off'), true)).toBe('unknown');
    expect(outcomeOf(refused('not_signed_in', 401), true)).toBe('unknown');
    expect(outcomeOf(refused('service_unavailable', 503), true)).toBe('unknown');
    expect(outcomeOf(refused('insufficient_funds'), true)).toBe('not-sent');
    expect(outcomeOf(refused('approval_invalid'), true)).toBe('not-sent');
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
