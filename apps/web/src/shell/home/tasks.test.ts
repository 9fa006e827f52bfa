import type { PaymentView } from '@larkmere/contract/payments/payment';
import { expect, it } from 'vitest';
import { listTasks } from './tasks.ts';

const payment = (changes: Partial<PaymentView> = {}) =>
  ({ owner: 'bank', reasonCode: null, ...changes }) as PaymentView;
const approved = { status: 'approved', dueBy: null, canEdit: false } as const;
const noTasks = { approvals: 0, pinExists: true, kyc: approved, pendingPayments: [], scheduledPayments: [] };

it('lists no tasks for a customer who has completed everything', () => {
  expect(listTasks(noTasks)).toEqual([]);
});

it('lists no tasks before the server has answered', () => {
  expect(
    listTasks({
      approvals: undefined,
      pinExists: undefined,
      kyc: undefined,
      pendingPayments: undefined,
      scheduledPayments: undefined,
    }),
  ).toEqual([]);
});

it('lists creating a PIN if there is none', () => {
  expect(listTasks({ ...noTasks, pinExists: false })).toEqual([{ kind: 'pin' }]);
});

it('lists the open requirements of a conditional KYC approval with their due date', () => {
  const kyc = { status: 'approved_conditional', dueBy: '2026-12-01T00:00:00Z', canEdit: false } as const;
  expect(listTasks({ ...noTasks, kyc })).toEqual([{ kind: 'kyc', dueBy: '2026-12-01T00:00:00Z' }]);
});

it('lists details that an approved customer must confirm again', () => {
  const kyc = { ...approved, dueBy: '2026-12-01T00:00:00Z', canEdit: true };
  expect(listTasks({ ...noTasks, kyc })).toEqual([{ kind: 'kyc', dueBy: '2026-12-01T00:00:00Z' }]);
});

it('lists each held payment first and counts the others', () => {
  const held = payment({ reasonCode: 'extra_checks' });
  const ours = payment({ owner: 'you' });
  expect(listTasks({ ...noTasks, pinExists: false, pendingPayments: [payment(), held, ours, payment()] })).toEqual([
    { kind: 'payment', payment: held },
    { kind: 'payment', payment: ours },
    { kind: 'pin' },
    { kind: 'underWay', count: 2 },
  ]);
});

it('lists the approvals that this user can decide', () => {
  expect(listTasks({ ...noTasks, approvals: 2, pinExists: false })).toEqual([
    { kind: 'approvals', count: 2 },
    { kind: 'pin' },
  ]);
});

it('lists scheduled payments with the next date', () => {
  const planned = [payment({ executionDate: '2026-12-01' }), payment({ executionDate: '2026-12-04' })];
  expect(listTasks({ ...noTasks, scheduledPayments: planned })).toEqual([
    { kind: 'planned', count: 2, next: '2026-12-01' },
  ]);
});
