import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { Role } from '../customers/membership.ts';
import { roles } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CurrencyCode, EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** Everything that ends in a payment is covered by payment rules; every exchange between own accounts by fx rules. */
export const ApprovalRuleScope = z.enum(['payment', 'payee', 'fx']).meta({ id: 'ApprovalRuleScope' });
export type ApprovalRuleScope = z.infer<typeof ApprovalRuleScope>;

export const RuleSubject = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('all') }),
  z.strictObject({ to: z.literal('role'), role: Role }),
  z.strictObject({ to: z.literal('person'), uid: Uid }),
]);

export const ApprovalRuleTerms = z.strictObject({
  scope: ApprovalRuleScope,
  appliesTo: RuleSubject,
  /** Amounts in other currencies are converted at the mid rate. */
  minAmount: AmountText,
  currency: CurrencyCode,
  approvers: z.int().min(1).max(3),
  /** Empty means everyone who may approve. */
  approverRoles: z.array(Role).max(roles.length),
  expiresDays: z.int().min(1).max(30),
});
export type ApprovalRuleTerms = z.infer<typeof ApprovalRuleTerms>;

const Person = z.object({ uid: Uid, name: z.string() });

export const ApprovalRuleView = z
  .object({
    uid: Uid,
    ...ApprovalRuleTerms.shape,
    appliesTo: RuleSubject,
    appliesToName: z.string().nullable(),
    /** `retiring`: still in force until a second person agrees to end it. */
    state: z.enum(['active', 'retiring', 'retired']),
    createdAt: Moment,
    createdBy: z.string(),
  })
  .meta({ id: 'ApprovalRule' });
export type ApprovalRuleView = z.infer<typeof ApprovalRuleView>;

const moneyRequestKinds = ['payment', 'bulk', 'standing_order', 'standing_date', 'auto_fx', 'fx', 'manual_fx'] as const;
export const ApprovalRequestKind = z
  .enum([...moneyRequestKinds, 'payee', 'rule', 'name_policy'])
  .meta({ id: 'ApprovalRequestKind' });
export type ApprovalRequestKind = z.infer<typeof ApprovalRequestKind>;

/** `void`: what was to be approved has changed since the request. */
export const ApprovalRequestState = z
  .enum(['open', 'approved', 'rejected', 'recalled', 'expired', 'void'])
  .meta({ id: 'ApprovalRequestState' });
export type ApprovalRequestState = z.infer<typeof ApprovalRequestState>;

export const ApprovalRequestSummary = z
  .object({
    uid: Uid,
    state: ApprovalRequestState,
    maker: Person,
    approvedCount: z.int(),
    requiredCount: z.int(),
    expiresAt: Moment,
    note: z.string().nullable(),
  })
  .meta({ id: 'ApprovalRequestSummary' });
export type ApprovalRequestSummary = z.infer<typeof ApprovalRequestSummary>;

export const ApprovalRequestView = z
  .object({
    uid: Uid,
    kind: ApprovalRequestKind,
    subject: Uid,
    link: z.string().nullable(),
    title: z.string(),
    amount: MoneyView.nullable(),
    details: z.array(z.object({ label: z.string(), value: z.string() })),
    /** Digest of exactly what is approved. The PIN authorises it. */
    digest: z.string(),
    state: ApprovalRequestState,
    maker: Person,
    createdAt: Moment,
    expiresAt: Moment,
    closedAt: Moment.nullable(),
    note: z.string().nullable(),
    approvedCount: z.int(),
    requiredCount: z.int(),
    /** All must be met; empty `roles` means anyone who may approve. */
    requirements: z.array(z.object({ approvers: z.int(), roles: z.array(Role), approvedCount: z.int() })),
    decisions: z.array(
      z.object({ person: Person, verdict: z.enum(['approve', 'reject']), note: z.string().nullable(), at: Moment }),
    ),
    permissions: z.object({ approve: z.boolean(), reject: z.boolean(), recall: z.boolean() }),
    blockedReason: z.enum(['own', 'decided', 'role', 'over']).nullable(),
  })
  .meta({ id: 'ApprovalRequest' });
export type ApprovalRequestView = z.infer<typeof ApprovalRequestView>;

export const rules = endpoint({
  method: 'GET',
  path: '/v1/team-approval/rule',
  access: 'customer',
  about: 'The rules in force, and which members make and approve what. Every member may read them.',
  input: EmptyInput,
  reply: z.object({
    list: z.array(ApprovalRuleView),
    people: z.array(
      z.object({
        uid: Uid,
        name: z.string(),
        role: z.string(),
        canInitiate: z.array(ApprovalRuleScope),
        canApprove: z.array(ApprovalRuleScope),
      }),
    ),
    canManage: z.boolean(),
  }),
  refusals: [],
});

export const saveRule = endpoint({
  method: 'POST',
  path: '/v1/team-approval/rule',
  access: 'usermanage',
  about:
    'A new rule, in force at once for what is made from now on. Refused, with the reason, when too few others could approve for a member whom it covers.',
  input: z.strictObject({
    ...ApprovalRuleTerms.shape,
    authorisation: z.string().min(1).max(200),
    idempotency: Idempotency,
  }),
  reply: ApprovalRuleView,
  refusals: ['validation_failed', 'rule_unsatisfiable', 'authorisation_invalid'],
});

export const retireRule = endpoint({
  method: 'POST',
  path: '/v1/team-approval/rule/{uid}/retire',
  access: 'usermanage',
  about:
    'Ends a rule. Where another person manages people too, it holds until they agree. Requests that wait keep the rule under which they began.',
  input: z.strictObject({ uid: Uid, authorisation: z.string().min(1).max(200), idempotency: Idempotency }),
  reply: ApprovalRuleView,
  refusals: ['not_found', 'invalid_transition', 'authorisation_invalid'],
});

export const list = endpoint({
  method: 'GET',
  path: '/v1/team-approval',
  access: 'customer',
  background: true,
  about:
    'The one inbox: what waits for the reader, what the reader asked for and is open, or what was decided, newest first.',
  input: z.strictObject({ box: z.enum(['waiting', 'requested', 'decided']).default('waiting') }),
  reply: z.object({ list: z.array(ApprovalRequestView) }),
  refusals: [],
});

export const count = endpoint({
  method: 'GET',
  path: '/v1/team-approval/count',
  access: 'customer',
  background: true,
  about: 'How many wait for the reader’s approval, for the badge; and how many of the reader’s own are open.',
  input: EmptyInput,
  reply: z.object({ waiting: z.int(), requested: z.int() }),
  refusals: [],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/team-approval/{uid}',
  access: 'customer',
  background: true,
  about: 'One request with its decisions and what the reader may do.',
  input: z.strictObject({ uid: Uid }),
  reply: ApprovalRequestView,
  refusals: ['not_found'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/team-approval/{uid}/approve',
  access: 'customer',
  accountAction: 'manage',
  about:
    'Approves exactly what the digest says, with the PIN. The last approval lets it go: a payment is looked at once more, and is sent back when it is no longer what was asked for (the answer’s state is `void`).',
  input: z.strictObject({
    uid: Uid,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    authorisation: z.string().min(1).max(200),
    idempotency: Idempotency,
  }),
  reply: ApprovalRequestView,
  refusals: [
    'not_found',
    'access_denied',
    'approver_conflict',
    'invalid_transition',
    'authorisation_invalid',
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
  accountAction: 'stop',
  about: 'Sends it back to its maker, with a note for them. Money that was set aside is available again.',
  input: z.strictObject({
    uid: Uid,
    note: freeText().min(3, fieldMessage('send_back_note_required')).max(200),
    idempotency: Idempotency,
  }),
  reply: ApprovalRequestView,
  refusals: ['not_found', 'access_denied', 'approver_conflict', 'invalid_transition'],
});

export const recall = endpoint({
  method: 'POST',
  path: '/v1/team-approval/{uid}/recall',
  access: 'customer',
  accountAction: 'stop',
  about: 'Takes back one’s own before everybody has approved. Money that was set aside is available again.',
  input: z.strictObject({ uid: Uid, note: freeText().max(200).optional(), idempotency: Idempotency }),
  reply: ApprovalRequestView,
  refusals: ['not_found', 'access_denied', 'invalid_transition'],
});
