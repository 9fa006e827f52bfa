import type { PaymentView } from '@larkmere/contract/payment';
import { expect, it } from 'vitest';
import { tasksOf } from './tasks.ts';

const payment = (changes: Partial<PaymentView> = {}) =>
  ({ owner: 'bank', reasonCode: null, ...changes }) as PaymentView;
const approved = { status: 'approved', dueBy: null } as const;
const quiet = { approvals: 0, pinExists: true, kyc: approved, waiting: [], planned: [] };

it('asks nothing of a customer who has done everything', () => {
  expect(tasksOf(quiet)).toEqual([]);
});

it('asks nothing before the server has answered', () => {
  expect(
    tasksOf({ approvals: undefined, pinExists: undefined, kyc: undefined, waiting: undefined, planned: undefined }),
  ).toEqual([]);
});

it('asks for a PIN when there is none', () => {
  expect(tasksOf({ ...quiet, pinExists: false })).toEqual([{ kind: 'pin' }]);
});

it('asks for what a conditional approval leaves open, with its day', () => {
  const kyc = { status: 'approved_conditional', dueBy: '2026-12-01T00:00:00Z' } as const;
  expect(tasksOf({ ...quiet, kyc })).toEqual([{ kind: 'kyc', dueBy: '2026-12-01T00:00:00Z' }]);
});

it('names each payment that is held up, first of all, and counts the others', () => {
  const held = payment({ reasonCode: 'extra_checks' });
  const ours = payment({ owner: 'you' });
  expect(tasksOf({ ...quiet, pinExists: false, waiting: [payment(), held, ours, payment()] })).toEqual([
    { kind: 'payment', payment: held },
    { kind: 'payment', payment: ours },
    { kind: 'pin' },
    { kind: 'underWay', count: 2 },
  ]);
});

it('asks for the approvals that wait for this person', () => {
  expect(tasksOf({ ...quiet, approvals: 2, pinExists: false })).toEqual([
    { kind: 'approvals', count: 2 },
    { kind: 'pin' },
  ]);
});

it('tells of what is planned, and of the next day', () => {
  const planned = [payment({ executionDate: '2026-12-01' }), payment({ executionDate: '2026-12-04' })];
  expect(tasksOf({ ...quiet, planned })).toEqual([{ kind: 'planned', count: 2, next: '2026-12-01' }]);
});
