import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { FactorMethod, PasskeyAssertion, TotpCode } from '../identity/second-factor.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, MoneyView, NoContent, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { staffAreas, staffLevels } from './permissions.ts';
import { workQueueKeys } from './work-queues.ts';

export const StaffRole = z.enum([
  'support',
  'payment_operations',
  'compliance',
  'mlro',
  'dealer',
  'finance',
  'settings',
  'super',
  'auditor',
]);
export type StaffRole = z.infer<typeof StaffRole>;

export const StaffArea = z.enum(staffAreas);
export const StaffLevel = z.enum(staffLevels);

export const StaffSessionView = z
  .object({
    token: z.string(),
    loginas: z.boolean(),
    /** No second factor is set up yet: this session only opens enrolment. */
    enrolling: z.boolean(),
    uid: Uid,
    username: z.string(),
    name: z.string(),
    role: StaffRole,
    /** The menu and the pages follow it; the server decides each call. */
    permissions: z.partialRecord(StaffArea, StaffLevel),
    session: z.object({ idleSeconds: z.int(), absoluteSeconds: z.int(), startedAt: Moment }),
  })
  .meta({ id: 'StaffSession' });
export type StaffSessionView = z.infer<typeof StaffSessionView>;

/** The second factor of a member of staff, at a login or given again for one operation. */
export const StaffFactorProof = z
  .discriminatedUnion('method', [
    z.strictObject({ method: z.literal('passkey'), assertion: PasskeyAssertion }),
    z.strictObject({ method: z.literal('totp'), code: TotpCode }),
  ])
  .meta({ id: 'StaffFactorProof' });
export type StaffFactorProof = z.infer<typeof StaffFactorProof>;

export const StaffFactorMethod = FactorMethod.exclude(['recovery_code']).meta({ id: 'StaffFactorMethod' });
export type StaffFactorMethod = z.infer<typeof StaffFactorMethod>;

/** Instead of a session, for a member with a passkey who logs in without a code. */
const StaffLoginChallenge = z
  .object({
    challenge: z.object({
      id: z.string(),
      methods: z.array(StaffFactorMethod),
      /** Options for `navigator.credentials.get`. */
      passkey: z.unknown(),
      expiresAt: Moment,
    }),
  })
  .meta({ id: 'StaffLoginChallenge' });
export type StaffLoginChallenge = z.infer<typeof StaffLoginChallenge>['challenge'];

export const current = endpoint({
  method: 'GET',
  path: '/v1/manage/login',
  access: 'public',
  background: true,
  about:
    'The current login state of the staff area. A browser sends its cookie alone and gets the header half back; without a session: 401.',
  input: EmptyInput,
  reply: StaffSessionView,
  refusals: ['not_signed_in'],
});

export const login = endpoint({
  method: 'POST',
  path: '/v1/manage/login',
  access: 'public',
  about:
    'Signs a member of staff in with username, password and one-time code. Without a code it begins a login with a passkey or, only while no second factor is set up, opens the enrolment alone.',
  input: z.strictObject({
    username: freeText().min(1, fieldMessage('staff_username_required')).max(254),
    password: z.string().min(1, fieldMessage('password_required')).max(128),
    code: z
      .string()
      .regex(/^\d{6}$/, fieldMessage('one_time_code_invalid'))
      .optional(),
    captcha: z.string().max(4000).optional(),
    idempotency: Idempotency,
  }),
  reply: z.union([StaffSessionView, StaffLoginChallenge]),
  refusals: ['login_failed', 'login_locked', 'captcha_required', 'captcha_failed'],
});

export const confirmLogin = endpoint({
  method: 'POST',
  path: '/v1/manage/login/confirm',
  access: 'public',
  about:
    'The second factor of a login without a code: a passkey, or a one-time code instead. Wrong ones count as failed logins.',
  input: z.strictObject({
    challengeId: z.string().min(20).max(100),
    factor: StaffFactorProof,
    idempotency: Idempotency,
  }),
  reply: StaffSessionView,
  refusals: ['login_failed', 'login_locked'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/v1/manage/logout',
  access: 'staff',
  beforeTotp: true,
  about: 'Ends the session.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: [],
});

export const qrcode = endpoint({
  method: 'GET',
  path: '/v1/manage/auth/qrcode',
  access: 'staff',
  beforeTotp: true,
  about:
    'The secret for the authenticator, once: in the five minutes after a login without a code, before the first code was accepted.',
  input: EmptyInput,
  reply: z.object({ uri: z.string(), secret: z.string() }),
  refusals: ['enrolment_closed'],
});

export const DashboardTile = z.object({
  key: z.enum(workQueueKeys),
  title: z.string(),
  count: z.int(),
  oldestMinutes: z.int().nullable(),
  value: z.array(MoneyView),
  area: StaffArea,
  /** The role of the reader decides it; the others see count and age only. */
  isOwn: z.boolean(),
  /** The page on which the oldest is decided. */
  link: z.string().nullable(),
});
export type DashboardTile = z.infer<typeof DashboardTile>;

export const dashboard = endpoint({
  method: 'GET',
  path: '/v1/manage/dashboard',
  access: 'staff',
  background: true,
  about: 'One tile for each stopping point: how many wait, how long the oldest has, and how much money.',
  input: EmptyInput,
  reply: z.array(DashboardTile),
  refusals: [],
});

export const WorkQueueItem = z.object({
  since: Moment,
  value: MoneyView.nullable(),
  /** What waits: the reference of a payment, the name of a payee, a file. */
  subject: z.string().nullable(),
  customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }).nullable(),
});
export type WorkQueueItem = z.infer<typeof WorkQueueItem>;

export const queue = endpoint({
  method: 'GET',
  path: '/v1/manage/queue/{key}',
  access: 'staff',
  background: true,
  about: 'What waits at one stopping point, the oldest first, up to 200. Needs the permission of that queue.',
  input: z.strictObject({ key: z.enum(workQueueKeys) }),
  reply: z.object({
    key: z.enum(workQueueKeys),
    title: z.string(),
    items: z.array(WorkQueueItem),
    hasMore: z.boolean(),
  }),
  refusals: ['access_denied'],
});
