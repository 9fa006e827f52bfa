import type { PaymentView } from '@larkmere/contract/payment';
import { expect, it } from 'vitest';
import { tasksOf } from './tasks.ts';

const payment = (changes: Partial<PaymentView> = {}) =>
  ({ owner: 'bank', reasonCode: null, ...changes }) as PaymentView;
const approved = { status: 'approved', dueBy: null } as const;
const quiet = { approvals: 0, pinExists: true, kyc: approved, waiting: [], planned: [] };

it('lists no tasks for a customer who has completed everything', () => {
  expect(tasksOf(quiet)).toEqual([]);
});

it('lists no tasks before the server has answered', () => {
  expect(
    tasksOf({ approvals: undefined, pinExists: undefined, kyc: undefined, waiting: undefined, planned: undefined }),
  ).toEqual([]);
});

it('lists creating a PIN if there is none', () => {
  expect(tasksOf({ ...quiet, pinExists: false })).toEqual([{ kind: 'pin' }]);
});

it('lists the open requirements of a conditional KYC approval with their due date', () => {
  const kyc = { status: 'approved_conditional', dueBy: '2026-12-01T00:00:00Z' } as const;
  expect(tasksOf({ ...quiet, kyc })).toEqual([{ kind: 'kyc', dueBy: '2026-12-01T00:00:00Z' }]);
});

it('lists each held payment first and counts the others', () => {
  const held = payment({ reasonCode: 'extra_checks' });
  const ours = payment({ owner: 'you' });
  expect(tasksOf({ ...quiet, pinExists: false, waiting: [payment(), held, ours, payment()] })).toEqual([
    { kind: 'payment', payment: held },
    { kind: 'payment', payment: ours },
    { kind: 'pin' },
    { kind: 'underWay', count: 2 },
  ]);
});

it('lists the approvals that this user can decide', () => {
  expect(tasksOf({ ...quiet, approvals: 2, pinExists: false })).toEqual([
    { kind: 'approvals', count: 2 },
    { kind: 'pin' },
  ]);
});

it('lists scheduled payments with the next date', () => {
  const planned = [payment({ executionDate: '2026-12-01' }), payment({ executionDate: '2026-12-04' })];
  expect(tasksOf({ ...quiet, planned })).toEqual([{ kind: 'planned', count: 2, next: '2026-12-01' }]);
});
