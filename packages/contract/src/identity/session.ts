import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { accessKeys, accessLevels } from '../platform/access.ts';
import { accountStatuses } from '../platform/account-status.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, OptionalIdempotency, objectOf, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { VisitView } from '../platform/visit.ts';
import { FactorMethod, SecondFactorProof } from './second-factor.ts';

export const UserType = z.enum(['plus', 'wallet']);
export const AccountStatus = z.enum(accountStatuses);

/** Field names follow the specification (`businnessState`), with additions for the browser. */
export const SessionView = z
  .object({
    token: z.string(),
    introducerState: z.boolean(),
    /** Null for a customer to whom invitations are not offered. A partner has a share rule in force. */
    introducer: z.object({ code: z.string(), role: z.enum(['customer', 'partner']), name: z.string() }).nullable(),
    businnessState: z.boolean(),
    swiftState: z.boolean(),
    syncagreement: z.boolean(),
    /** Whether the person belongs to more than one customer. */
    multiaccount: z.boolean(),
    customer: z.object({ id: Uid, name: z.string() }),
    user: z.object({
      name: z.string(),
      username: z.string(),
      membercode: z.string(),
      uid: Uid,
      role: z.string(),
      accessRole: objectOf(accessKeys, z.boolean()),
      accessLevel: objectOf(accessKeys, z.enum(accessLevels)),
    }),
    feature: z.object({ card: z.boolean(), upgrade: z.boolean() }),
    userType: UserType,
    kycVerified: z.boolean(),
    showSwifthistory: z.boolean(),
    allowedTrade: z.boolean(),
    reviewState: z.enum(['none', 'due', 'asked', 'done']),
    notifyNews: z.boolean(),
    /** Whether our staff prepared new contact details for the person, which the person can stop. */
    contactRecovery: z.boolean(),
    /** Whether the person must prove who they are before they move money, use a card or change people. */
    identityNeeded: z.boolean(),
    accountStatus: AccountStatus,
    /** Whether a user of the account froze it, and can unfreeze it. */
    accountFrozen: z.boolean(),
    /** What staff wrote about the status. */
    accountMessage: z.string().nullable(),
    /** Whether staff look at the account in this session, and if so who, how and until when. */
    loginas: z.boolean(),
    visit: VisitView.nullable(),
    /** Opens the rate service only. The session token is never sent there. */
    rateToken: z.string(),
    rateService: z.string(),
    session: z.object({ idleSeconds: z.int(), absoluteSeconds: z.int(), startedAt: Moment }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof SessionView>;

/** Instead of a session, for a person with a second factor on a device that is not trusted. */
const LoginChallenge = z
  .object({
    challenge: z.object({
      id: z.string(),
      methods: z.array(FactorMethod),
      /** Options for `navigator.credentials.get`, if the person has a passkey. */
      passkey: z.unknown(),
      expiresAt: Moment,
    }),
  })
  .meta({ id: 'LoginChallenge' });
export type LoginChallenge = z.infer<typeof LoginChallenge>['challenge'];

const LoginView = SessionView.extend({
  devices: z.object({ trusted: z.boolean() }),
  /** Presented at the next login to be known again; null for browsers, which have a cookie. */
  device: z.string().nullable(),
}).meta({ id: 'Login' });

export const current = endpoint({
  method: 'GET',
  path: '/v1/login',
  access: 'public',
  beforeKyc: true,
  background: true,
  about:
    'The current login state. A browser sends its cookie alone and gets the header half back; without a session: 401.',
  input: EmptyInput,
  reply: SessionView,
  refusals: ['not_signed_in'],
});

export const login = endpoint({
  method: 'POST',
  path: '/v1/login',
  access: 'public',
  serviceKey: 'login',
  beforeKyc: true,
  about:
    'Signs a customer in with member code, username or email and password. After three failures a proof of work is asked for.',
  input: z.strictObject({
    username: freeText().min(1, fieldMessage('username_required')).max(254),
    password: z.string().min(1, fieldMessage('password_required')).max(128),
    captcha: z.string().max(4000).optional(),
    /** The device token of an earlier login. Browsers have a cookie instead, and theirs alone counts. */
    device: z.string().min(20).max(100).optional(),
    idempotency: Idempotency,
  }),
  reply: z.union([LoginView, LoginChallenge]),
  refusals: [
    'login_failed',
    'login_locked',
    'captcha_required',
    'captcha_failed',
    'password_reset_required',
    'service_off',
    'password_change_required',
    'one_time_password_expired',
  ],
});

export const confirmLogin = endpoint({
  method: 'POST',
  path: '/v1/login/confirm',
  access: 'public',
  beforeKyc: true,
  about:
    'The second factor of a login: a passkey, a code of the authenticator app or a recovery code. Wrong ones count as failed logins.',
  input: z.strictObject({
    challengeId: z.string().min(20).max(100),
    factor: SecondFactorProof,
    trustDevice: z.boolean().default(false),
    /** The device token of an earlier login, as in the login itself. */
    device: z.string().min(20).max(100).optional(),
    idempotency: Idempotency,
  }),
  reply: LoginView,
  refusals: ['login_failed', 'login_locked'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/v1/logout',
  access: 'customer',
  beforeKyc: true,
  about: 'Ends the session and closes its sockets.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: [],
});

const OwnCustomer = z
  .object({
    id: Uid,
    name: z.string(),
    memberCode: z.string(),
    userType: UserType,
    business: z.boolean(),
    role: z.string(),
    isCurrent: z.boolean(),
    /** Why it cannot be opened now, or null. */
    closedBecause: z.enum(['suspended', 'locked']).nullable(),
  })
  .meta({ id: 'OwnCustomer' });
export type OwnCustomerView = z.infer<typeof OwnCustomer>;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/v1/session/customers',
  access: 'customer',
  beforeKyc: true,
  about: 'The customers that the signed-in person belongs to, by name.',
  input: EmptyInput,
  reply: z.array(OwnCustomer),
  refusals: [],
});

export const switchCustomer = endpoint({
  method: 'POST',
  path: '/v1/session/customer',
  access: 'customer',
  beforeKyc: true,
  about:
    'Goes on with another customer of the same person. The session ends and a new one begins, with the same absolute limit: what another window still sends under the old one is refused, so that nothing is sent for the wrong customer.',
  input: z.strictObject({ customerId: Uid, idempotency: Idempotency }),
  reply: SessionView,
  refusals: ['not_found', 'membership_inactive'],
});

export const touch = endpoint({
  method: 'POST',
  path: '/v1/session/touch',
  access: 'customer',
  beforeKyc: true,
  about: 'The customer is still there: the idle clock starts again. It cannot lengthen the absolute limit.',
  input: z.strictObject(OptionalIdempotency),
  reply: z.object({ idleSeconds: z.int() }),
  refusals: [],
});

export const captcha = endpoint({
  method: 'GET',
  path: '/v1/captcha',
  access: 'public',
  beforeKyc: true,
  background: true,
  about: 'A fresh proof-of-work challenge for the login page, made and checked by Larkmere itself.',
  input: EmptyInput,
  reply: z.object({ challenge: z.unknown() }),
  refusals: [],
});

export const createDownloadToken = endpoint({
  method: 'POST',
  path: '/v1/session/ticket',
  access: 'customer',
  about:
    'A ticket that opens one file, once, within 60 seconds, for this session alone: a token of the session has no business in an address.',
  input: z.strictObject({
    file: z
      .string()
      .regex(/^\/v1\/[\w/-]+(\?[\w=&%.:+-]*)?$/, fieldMessage('download_address_invalid'))
      .max(500),
    idempotency: Idempotency,
  }),
  reply: z.object({ downloadToken: z.string(), expiresAt: Moment }),
  refusals: ['not_found'],
});
