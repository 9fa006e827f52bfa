import { z } from 'zod';
import { roles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { AmountText, CurrencyCode, Empty, Idempotency, Moment, MoneyView, Uid } from './fields.ts';

/** Everything that ends in a payment is covered by payment rules; every exchange between own accounts by fx rules. */
export const RuleScope = z.enum(['payment', 'payee', 'fx']).meta({ id: 'TeamApprovalScope' });
export type RuleScope = z.infer<typeof RuleScope>;

export const Role = z.enum(roles).meta({ id: 'Role' });

export const AppliesTo = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('all') }),
  z.strictObject({ to: z.literal('role'), role: Role }),
  z.strictObject({ to: z.literal('person'), uid: Uid }),
]);

export const RuleTerms = z.strictObject({
  scope: RuleScope,
  appliesTo: AppliesTo,
  /** Amounts in other currencies are converted at the mid rate. */
  minAmount: AmountText,
  currency: CurrencyCode,
  approvers: z.int().min(1).max(3),
  /** Empty means everyone who may approve. */
  approverRoles: z.array(Role).max(roles.length),
  expiresDays: z.int().min(1).max(30),
});
export type RuleTerms = z.infer<typeof RuleTerms>;

const Person = z.object({ uid: Uid, name: z.string() });

export const RuleView = z
  .object({
    uid: Uid,
    ...RuleTerms.shape,
    appliesTo: AppliesTo,
    appliesToName: z.string().nullable(),
    /** `retiring`: still in force until a second person agrees to end it. */
    state: z.enum(['active', 'retiring', 'retired']),
    createdAt: Moment,
    createdBy: z.string(),
  })
  .meta({ id: 'TeamApprovalRule' });
export type RuleView = z.infer<typeof RuleView>;

const ofMoney = ['payment', 'bulk', 'standing_order', 'standing_date', 'auto_fx', 'fx', 'manual_fx'] as const;
export const RequestKind = z.enum([...ofMoney, 'payee', 'rule', 'name_policy']).meta({ id: 'TeamApprovalKind' });
export type RequestKind = z.infer<typeof RequestKind>;

/** `void`: what was to be approved has changed since the request. */
export const RequestState = z
  .enum(['open', 'approved', 'rejected', 'recalled', 'expired', 'void'])
  .meta({ id: 'TeamApprovalState' });
export type RequestState = z.infer<typeof RequestState>;

export const TeamApprovalBadge = z
  .object({
    uid: Uid,
    state: RequestState,
    maker: Person,
    given: z.int(),
    needed: z.int(),
    expiresAt: Moment,
    note: z.string().nullable(),
  })
  .meta({ id: 'TeamApprovalBadge' });
export type TeamApprovalBadge = z.infer<typeof TeamApprovalBadge>;

export const RequestView = z
  .object({
    uid: Uid,
    kind: RequestKind,
    subject: Uid,
    link: z.string().nullable(),
    title: z.string(),
    amount: MoneyView.nullable(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Digest of exactly what is approved. The PIN authorises it. */
    digest: z.string(),
    state: RequestState,
    maker: Person,
    createdAt: Moment,
    expiresAt: Moment,
    closedAt: Moment.nullable(),
    note: z.string().nullable(),
    given: z.int(),
    needed: z.int(),
    /** All must be met; empty `roles` means anyone who may approve. */
    demands: z.array(z.object({ approvers: z.int(), roles: z.array(Role), given: z.int() })),
    decisions: z.array(
      z.object({ person: Person, verdict: z.enum(['approve', 'reject']), note: z.string().nullable(), at: Moment }),
    ),
    may: z.object({ approve: z.boolean(), reject: z.boolean(), recall: z.boolean() }),
    whyNot: z.enum(['own', 'decided', 'role', 'over']).nullable(),
  })
  .meta({ id: 'TeamApproval' });
export type RequestView = z.infer<typeof RequestView>;

export const rules = endpoint({
  method: 'GET',
  path: '/v1/team-approval/rule',
  access: 'customer',
  about: 'The rules in force, and who of the customer’s people makes and approves what: everybody may know them.',
  input: Empty,
  reply: z.object({
    list: z.array(RuleView),
    people: z.array(
      z.object({
        uid: Uid,
        name: z.string(),
        role: z.string(),
        mayMake: z.array(RuleScope),
        mayApprove: z.array(RuleScope),
      }),
    ),
    mayManage: z.boolean(),
  }),
  refusals: [],
});

export const saveRule = endpoint({
  method: 'POST',
  path: '/v1/team-approval/rule',
  access: 'usermanage',
  about:
    'A new rule, in force at once for what is made from now on. Refused, with the reason, when somebody whom it covers could find too few others to approve.',
  input: z.strictObject({ ...RuleTerms.shape, approval: z.string().min(1).max(200), idempotency: Idempotency }),
  reply: RuleView,
  refusals: ['validation_failed', 'rule_unsatisfiable', 'approval_invalid'],
});

export const retireRule = endpoint({
  method: 'POST',
  path: '/v1/team-approval/rule/{uid}/retire',
  access: 'usermanage',
  about:
    'Ends a rule. Where somebody else manages people too, it holds until they agree. What waits already keeps the rule with which it began.',
  input: z.strictObject({ uid: Uid, approval: z.string().min(1).max(200), idempotency: Idempotency }),
  reply: RuleView,
  refusals: ['not_found', 'invalid_transition', 'approval_invalid'],
});

export const list = endpoint({
  method: 'GET',
  path: '/v1/team-approval',
  access: 'customer',
  background: true,
  about:
    'The one inbox: what waits for the reader, what the reader asked for and is open, or what was decided, newest first.',
  input: z.strictObject({ box: z.enum(['waiting', 'asked', 'decided']).default('waiting') }),
  reply: z.object({ list: z.array(RequestView) }),
  refusals: [],
});

export const count = endpoint({
  method: 'GET',
  path: '/v1/team-approval/count',
  access: 'customer',
  background: true,
  about: 'How many wait for the reader’s approval, for the badge; and how many of the reader’s own are open.',
  input: Empty,
  reply: z.object({ waiting: z.int(), asked: z.int() }),
  refusals: [],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/team-approval/{uid}',
  access: 'customer',
  background: true,
  about: 'One request with its decisions and what the reader may do.',
  input: z.strictObject({ uid: Uid }),
  reply: RequestView,
  refusals: ['not_found'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/team-approval/{uid}/approve',
  access: 'customer',
  about:
    'Approves exactly what the digest says, with the PIN. The last approval lets it go: a payment is looked at once more, and is sent back when it is no longer what was asked for (the answer’s state is `void`).',
  input: z.strictObject({
    uid: Uid,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    approval: z.string().min(1).max(200),
    idempotency: Idempotency,
  }),
  reply: RequestView,
  refusals: [
    'not_found',
    'access_denied',
    'approver_conflict',
    'invalid_transition',
    'approval_invalid',
    'account_restricted',
    'account_not_usable',
    'swift_not_enabled',
    'service_off',
    'limit_exceeded',
    'rate_moved',
    'rate_unavailable',
    'market_closed',
    'pair_unavailable',
    'amount_invalid',
    'insufficient_funds',
  ],
});

export const reject = endpoint({
  method: 'POST',
  path: '/v1/team-approval/{uid}/reject',
  access: 'customer',
  about: 'Sends it back to whoever made it, with a note for them. Money that was set aside is available again.',
  input: z.strictObject({
    uid: Uid,
    note: z.string().trim().min(3, 'Say why, so that it can be put right').max(200),
    idempotency: Idempotency,
  }),
  reply: RequestView,
  refusals: ['not_found', 'access_denied', 'approver_conflict', 'invalid_transition'],
});

export const recall = endpoint({
  method: 'POST',
  path: '/v1/team-approval/{uid}/recall',
  access: 'customer',
  about: 'Takes back one’s own before everybody has approved. Money that was set aside is available again.',
  input: z.strictObject({ uid: Uid, note: z.string().trim().max(200).optional(), idempotency: Idempotency }),
  reply: RequestView,
  refusals: ['not_found', 'access_denied', 'invalid_transition'],
});
