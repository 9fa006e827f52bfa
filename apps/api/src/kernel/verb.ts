import type { Access, AccessKey } from '@larkmere/contract/access';
import type { Endpoint, Input, Reply } from '@larkmere/contract/endpoint';
import type { StaffRole } from '@larkmere/contract/manage';
import type { Tx } from './db.ts';

export type CustomerActor = Readonly<{
  kind: 'customer';
  personId: string;
  customerId: string;
  sessionId: string;
  name: string;
  userType: 'plus' | 'wallet';
  /** What they are to the customer: how far a right goes depends on it. */
  role: string;
  access: ReadonlySet<AccessKey>;
  kycVerified: boolean;
  accountStatus: string;
  ip: string;
}>;
export type PublicActor = Readonly<{ kind: 'public'; ip: string }>;
export type RailActor = Readonly<{ kind: 'rail'; ip: string }>;
/** Whoever holds a token for rates: a customer's window, or a page on a partner's site. */
export type RateActor = Readonly<{ kind: 'rate'; scope: 'customer' | 'public'; holder: string; ip: string }>;
export type StaffActor = Readonly<{
  kind: 'staff';
  staffId: string;
  name: string;
  role: StaffRole;
  sessionId: string;
  ip: string;
}>;
export type StaffCtx = Ctx<StaffActor>;
/** Larkmere itself: a listener, a job, the seed. */
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

/** All that a verb may touch besides plain imports. It cannot commit and it cannot reach the network. */
export type Ctx<A extends Actor = Actor> = Readonly<{
  tx: Tx;
  actor: A;
  /** The database's own time at the start of the transaction. */
  now: Date;
  requestId: string;
}>;
export type CustomerCtx = Ctx<CustomerActor>;
/** Whoever reads what is a customer's: the customer, or a job that acts for them. */
export type OwnerCtx = Readonly<{ tx: Tx; actor: Readonly<{ customerId: string }> }>;

type AccessOf<E extends Endpoint> = E['access'];

/** One use case inside one transaction, which the binder opens and commits. */
export type Verb<E extends Endpoint> = (ctx: Ctx<ActorOf<AccessOf<E>>>, input: Input<E>) => Promise<Reply<E>>;

/** What the caller's machine is, as far as the answer depends on it. */
export type Caller = Readonly<{
  ip: string;
  browser: boolean;
  /** Whether the page that asks is our own; another site's script is turned away. */
  sameOrigin: boolean;
  /** Whether the browser keeps cookies that are bound to this host and to TLS. */
  trustworthy: boolean;
  cookie: string | undefined;
  token: string | undefined;
  staffCookie: string | undefined;
  staffToken: string | undefined;
  /** It speaks for a customer and for staff at once, or spells the staff header as some proxies do. */
  ambiguous: boolean;
  userAgent: string;
}>;
export type AnswerHeaders = { set(name: string, value: string): void };

/**
 * A use case that must not hold a transaction while it waits: it hashes a password or asks the outside world. It opens
 * short transactions of its own.
 */
export type Steps<A extends Actor = Actor> = Readonly<{
  actor: A;
  requestId: string;
  caller: Caller;
  headers: AnswerHeaders;
  transaction: <T>(work: (ctx: Ctx<A>) => Promise<T>) => Promise<T>;
}>;
export type Procedure<E extends Endpoint> = (steps: Steps<ActorOf<AccessOf<E>>>, input: Input<E>) => Promise<Reply<E>>;
