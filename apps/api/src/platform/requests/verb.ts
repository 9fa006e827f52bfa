import type { StaffPermissions } from '@larkmere/contract/back-office/permissions';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { Access, AccessKey } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { Endpoint, Input, Reply } from '@larkmere/contract/platform/endpoint';
import type { VisitMode } from '@larkmere/contract/platform/visit-calls';
import type { Currency, Money } from '@larkmere/money/money';
import type { Tx } from '../db/db.ts';

/** What an owner sets for a member beside the role. */
export type MemberScope = Readonly<{
  /** Bank holder ids of the accounts that the member may use; the others do not exist for them. Null: all. */
  accounts: ReadonlySet<string> | null;
  limits: MemberLimits | null;
}>;
export type MemberLimits = Readonly<{ currency: Currency; perPayment: Money | null; daily: Money | null }>;

export type CustomerActor = MemberScope &
  Readonly<{
    kind: 'customer';
    userId: string;
    customerId: string;
    sessionId: string;
    /** Null for sessions from before devices were recorded. */
    deviceId: string | null;
    isDeviceTrusted: boolean;
    name: string;
    userType: 'plus' | 'wallet';
    role: string;
    access: ReadonlySet<AccessKey>;
    kycVerified: boolean;
    /** Of the person, beside the check of the account. Without it they read, and move nothing. */
    isIdentityChecked: boolean;
    /** A version of the terms waits for this user. */
    isAgreementDue: boolean;
    accountStatus: AccountStatus;
    /** Whether a user of the customer froze the account. */
    isFrozen: boolean;
    /** Set if staff look at the account in this session: they act, on behalf of the customer. */
    visit: ActorVisit | null;
    ip: string;
  }>;
export type ActorVisit = Readonly<{ id: string; staffId: string; mode: VisitMode; ticket: string }>;
export type PublicActor = Readonly<{ kind: 'public'; ip: string }>;
export type RailActor = Readonly<{ kind: 'rail'; ip: string }>;
export type RateActor = Readonly<{ kind: 'rate'; scope: 'customer' | 'public'; holder: string; ip: string }>;
export type StaffActor = Readonly<{
  kind: 'staff';
  staffId: string;
  name: string;
  role: StaffRole;
  /** What the role may do at the time of the request. */
  permissions: StaffPermissions;
  sessionId: string;
  ip: string;
}>;
export type StaffCtx = Ctx<StaffActor>;
export type SystemActor = Readonly<{ kind: 'system'; name: string }>;
export type Actor = CustomerActor | PublicActor | RailActor | RateActor | StaffActor | SystemActor;

export type ActorOf<A extends Access> = A extends 'public'
  ? PublicActor
  : A extends 'rail'
    ? RailActor
    : A extends 'rate'
      ? RateActor
      : A extends 'staff'
        ? StaffActor
        : CustomerActor;

/** All that a use case may touch besides plain imports. It can neither commit nor reach the network. */
export type Ctx<A extends Actor = Actor> = Readonly<{
  tx: Tx;
  actor: A;
  /** The time of the database at the start of the transaction. */
  now: Date;
  requestId: string;
}>;
export type CustomerCtx = Ctx<CustomerActor>;
export type OwnerCtx = Readonly<{ tx: Tx; actor: Readonly<{ customerId: string }> }>;
export type MemberCtx = Readonly<{ tx: Tx; actor: Readonly<Pick<CustomerActor, 'customerId' | 'accounts'>> }>;

type AccessOf<E extends Endpoint> = E['access'];

export type Verb<E extends Endpoint> = (ctx: Ctx<ActorOf<AccessOf<E>>>, input: Input<E>) => Promise<Reply<E>>;

export type Caller = Readonly<{
  ip: string;
  isBrowser: boolean;
  isSameOrigin: boolean;
  isSecureContext: boolean;
  cookie: string | undefined;
  token: string | undefined;
  deviceCookie: string | undefined;
  staffCookie: string | undefined;
  staffToken: string | undefined;
  /** Authenticates as customer and staff at once, or spells the staff header as some proxies rewrite it. */
  isAmbiguous: boolean;
  userAgent: string;
}>;
export type ResponseHeaders = { set(name: string, value: string): void };

/**
 * For use cases that hash passwords or call external systems and must not hold a transaction meanwhile: they open short
 * transactions of their own.
 */
export type WorkflowContext<A extends Actor = Actor> = Readonly<{
  actor: A;
  requestId: string;
  caller: Caller;
  headers: ResponseHeaders;
  transaction: <T>(work: (ctx: Ctx<A>) => Promise<T>) => Promise<T>;
}>;
export type Workflow<E extends Endpoint> = (
  steps: WorkflowContext<ActorOf<AccessOf<E>>>,
  input: Input<E>,
) => Promise<Reply<E>>;
