import { describe, expect, it } from 'vitest';
import { countSteps, isRefreshDue, itemToOpen, needsCustomer, progressOf, splitReason } from './item-progress.ts';

const item = { state: 'not_provided', isComplete: false, answers: {}, documents: [] } as const;

describe('the progress of an item', () => {
  it.each([
    [item, false, 'todo'],
    [{ ...item, answers: { town: null } }, false, 'todo'],
    [{ ...item, answers: { town: 'Leeds' } }, false, 'started'],
    [{ ...item, isComplete: true }, false, 'ready'],
    [item, true, 'uploading'],
    [{ ...item, state: 'rejected' as const }, false, 'rejected'],
    [{ ...item, state: 'rejected' as const, isComplete: true }, false, 'ready'],
    [{ ...item, state: 'in_review' as const }, true, 'in_review'],
    [{ ...item, state: 'verified' as const }, false, 'verified'],
  ])('%j (uploading: %s) is %s', (each, isUploading, expected) => expect(progressOf(each, isUploading)).toBe(expected));
});

const step = (
  key: 'selfie' | 'company' | 'people' | 'source_of_funds',
  state: Step['state'],
  isComplete = false,
): Step => ({
  key,
  state,
  isComplete,
});
type Step = Parameters<typeof itemToOpen>[0][number];

describe('the open item', () => {
  it('is the first that was refused, else the first that is missing', () => {
    const missing = [step('company', 'verified', true), step('people', 'not_provided'), step('selfie', 'not_provided')];
    expect(itemToOpen(missing)).toBe('people');
    expect(itemToOpen([...missing, step('source_of_funds', 'rejected')])).toBe('source_of_funds');
  });

  it('is none once nothing needs the customer', () => {
    expect(itemToOpen([step('company', 'in_review'), step('people', 'not_provided', true)])).toBeUndefined();
    expect(needsCustomer(step('people', 'rejected', true))).toBe(false);
  });
});

describe('the steps that are done', () => {
  const steps = [step('company', 'not_provided', true), step('people', 'not_provided'), step('selfie', 'in_review')];

  it.each(['not_started', 'in_progress', 'expired'] as const)('count what is ready while %s', (status) =>
    expect(countSteps(status, steps)).toEqual({ isSent: false, done: 2 }),
  );

  it.each(['action_required', 'pending', 'approved_conditional'] as const)('count what was sent while %s', (status) =>
    expect(countSteps(status, steps)).toEqual({ isSent: true, done: 1 }),
  );
});

it.each([
  ['The photo is blurred. Lay it flat. Use daylight.', 'The photo is blurred', 'Lay it flat. Use daylight.'],
  ['We still need this from you.', 'We still need this from you', ''],
  ['Is it yours? Send your own.', 'Is it yours', 'Send your own.'],
])('"%s" names the fault and the remedy', (reason, fault, remedy) =>
  expect(splitReason(reason)).toEqual({ fault, remedy }),
);

it('a refresh is due while an approved customer has open items', () => {
  const requirements = (state: 'verified' | 'in_review' | 'not_provided') =>
    [{ state }] as Parameters<typeof isRefreshDue>[0]['requirements'];
  expect(isRefreshDue({ status: 'approved', requirements: requirements('not_provided') })).toBe(true);
  expect(isRefreshDue({ status: 'approved', requirements: requirements('in_review') })).toBe(false);
  expect(isRefreshDue({ status: 'approved_conditional', requirements: requirements('not_provided') })).toBe(false);
});
