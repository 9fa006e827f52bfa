import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CurrencyCode, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

const CompensationState = z.enum(['proposed', 'paid', 'refused']).meta({ id: 'CompensationState' });
const CompensationReason = z.enum(['bank_charge', 'interest', 'other']).meta({ id: 'CompensationReason' });

const ReversalView = z
  .object({
    state: z.enum(['proposed', 'taken_back', 'refused']),
    reason: z.string(),
    proposedBy: z.string(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    decisionNote: z.string().nullable(),
  })
  .meta({ id: 'CompensationReversal' });

export const CompensationView = z
  .object({
    uid: Uid,
    state: CompensationState,
    payment: z.object({ uid: Uid, reference: z.string() }),
    customer: z.object({ name: z.string(), memberCode: z.string() }),
    amount: MoneyView,
    reason: CompensationReason,
    note: z.string(),
    evidence: z.string().nullable(),
    proposedBy: z.string(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    decisionNote: z.string().nullable(),
    reversal: ReversalView.nullable(),
  })
  .meta({ id: 'Compensation' });
export type CompensationView = z.infer<typeof CompensationView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/compensation',
  access: 'staff',
  background: true,
  about: 'Compensations for delayed payments in one state, the newest first.',
  input: z.strictObject({ state: CompensationState.default('proposed') }),
  reply: z.object({ list: z.array(CompensationView) }),
  refusals: ['access_denied'],
});

const payRefusals = [
  'access_denied',
  'not_found',
  'invalid_transition',
  'account_not_usable',
  'account_restricted',
] as const;

export const propose = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation',
  access: 'staff',
  about:
    'Proposes to bear what the delay of a payment cost its payer, in the currency that left them. Somebody else pays or refuses it. One proposal waits for each payment, and all that is paid for one stays within a ceiling.',
  input: z.strictObject({
    payment: Uid,
    amount: AmountText,
    currency: CurrencyCode,
    reason: CompensationReason,
    note: freeText().min(10).max(500),
    evidence: freeText().min(1).max(1000).optional(),
    idempotency: Idempotency,
  }),
  reply: CompensationView,
  refusals: [...payRefusals, 'amount_invalid', 'limit_exceeded', 'validation_failed', 'rule_unsatisfiable'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation/{uid}/approve',
  access: 'staff',
  about: 'Pays what somebody else proposed into the account that the payment left, and tells the customer.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: CompensationView,
  refusals: [...payRefusals, 'approver_conflict', 'limit_exceeded'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation/{uid}/refuse',
  access: 'staff',
  about: 'Nothing is paid. The customer is not told: nothing had been promised.',
  input: z.strictObject({ uid: Uid, note: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: CompensationView,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});

const reversalRefusals = ['access_denied', 'not_found', 'invalid_transition'] as const;

export const proposeReversal = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation/{uid}/reversal',
  access: 'staff',
  about: 'Proposes to take back what was paid by mistake. No money moves, and the customer is not told. Once for each.',
  input: z.strictObject({ uid: Uid, reason: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: CompensationView,
  refusals: reversalRefusals,
});

export const approveReversal = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation/{uid}/reversal/approve',
  access: 'staff',
  about:
    'Takes back what somebody else proposed to, by a transfer of its own out of the account into which it was paid, and tells the customer. Refused where that account has too little available.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: CompensationView,
  refusals: [...reversalRefusals, 'approver_conflict', 'insufficient_funds', 'account_not_usable'],
});

export const refuseReversal = endpoint({
  method: 'POST',
  path: '/v1/manage/compensation/{uid}/reversal/refuse',
  access: 'staff',
  about: 'The customer keeps it. It may be proposed again.',
  input: z.strictObject({ uid: Uid, note: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: CompensationView,
  refusals: [...reversalRefusals, 'approver_conflict'],
});
