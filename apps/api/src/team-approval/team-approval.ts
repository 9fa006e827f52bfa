import { createHash } from 'node:crypto';
import type { RequestKind, RequestState, RuleScope, TeamApprovalBadge } from '@larkmere/contract/team-approval';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import type { Tx } from '../kernel/db.ts';
import { emit, event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { badgeOf } from './badge.ts';
import { coverageOf } from './coverage.read.ts';
import { approversFor, demandsOf, makesOf, type Demand as OneDemand, unmeetable, type Worth } from './judge.ts';
import { peopleOf } from './people.read.ts';
import {
  closeRequest,
  decisionsOf,
  insertRequest,
  lastRequests,
  lockOpenRequest,
  type RequestRow,
} from './request.sql.ts';
import { whyNot } from './request.view.ts';

export type Demand = OneDemand;

/** What approvers see and, in `exact`, every value they approve. Any change alters the digest and voids the request. */
export type Content = Readonly<{
  title: string;
  amount: Readonly<{ amount: string; currency: Currency }> | null;
  link: string | null;
  facts: readonly Readonly<{ label: string; value: string }>[];
  exact: unknown;
}>;

export const digestOf = (content: Content): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export type SentBack = Exclude<RequestState, 'open' | 'approved'>;

/**
 * `snapshot` locks the subject and returns its current content, undefined if it no longer awaits approval. `release`
 * executes it, returns a message if it never can, and throws a refusal if it cannot at present. `reject` releases
 * what was reserved.
 */
export type Subject = Readonly<{
  look: (ctx: Ctx, id: string) => Promise<Content | undefined>;
  approve: (ctx: Ctx, id: string) => Promise<string | undefined>;
  sendBack: (ctx: Ctx, id: string, end: SentBack, reason: string) => Promise<void>;
}>;
export type Subjects = Readonly<Partial<Record<RequestKind, Subject>>>;

export const approvalNeeded = event<NeededNews>('team-approval.needed');
export type NeededNews = Readonly<{
  requestId: string;
  people: readonly string[];
  title: string;
  makerName: string;
  expiresAt: string;
}>;

export const approvalDone = event<DoneNews>('team-approval.done');
export type DoneNews = Readonly<{
  requestId: string;
  kind: RequestKind;
  makerId: string;
  title: string;
  state: Exclude<RequestState, 'open'>;
  note: string | null;
  link: string;
}>;

type Made = Readonly<{ customerId: string; personId: string; scope: RuleScope; worth: Worth }>;

/**
 * Empty means no approval is needed. Throws `access_denied` if the person may not even prepare it, `approval_required`
 * if nobody could approve it.
 */
export async function demandsOn({ tx }: Pick<Ctx, 'tx'>, made: Made): Promise<readonly Demand[]> {
  const { customerId, personId, scope, worth } = made;
  const coverage = await coverageOf(tx, personId);
  if (!coverage) throw new Refusal('access_denied');
  const { role, rules } = coverage;
  const maker = { id: personId, role };
  if (!makesOf(role, scope)) throw new Refusal('access_denied');
  const demands = await demandsOf(rules, maker, scope, worth);
  if (demands.length === 0) return demands;
  const lacking = unmeetable(await peopleOf(tx, customerId), personId, scope, demands);
  if (!lacking) return demands;
  throw new Refusal('approval_required', {
    message:
      'A colleague has to approve this, and too few of them can at present. Nothing was sent or exchanged. Ask the account owner.',
  });
}

export async function couldAgree(
  { tx }: Pick<Ctx, 'tx'>,
  { customerId, personId }: Readonly<{ customerId: string; personId: string }>,
  kind: RequestKind,
): Promise<boolean> {
  return approversFor(await peopleOf(tx, customerId), personId, kind, { roles: [] }).length > 0;
}

export function jointDemands(...sides: readonly (readonly Demand[])[]): readonly Demand[] {
  const all = sides.flat();
  const ruled = all.filter(({ ruleId }) => ruleId !== null);
  return ruled.length > 0 ? ruled : all.slice(0, 1);
}

type Asked = Readonly<{
  kind: RequestKind;
  subjectId: string;
  customerId: string;
  makerId: string;
  content: Content;
  demands: readonly Demand[];
}>;

export const daysOf = (demands: readonly Demand[]): number => Math.min(...demands.map(({ days }) => days));

/** The request keeps the requirements of this moment, whatever rules change later. */
export async function askApproval(ctx: Ctx, asked: Asked): Promise<RequestRow> {
  const { tx } = ctx;
  const { kind, subjectId, customerId, makerId, content, demands } = asked;
  const request = await insertRequest(tx, {
    id: v7(),
    customer_id: customerId,
    kind,
    subject_id: subjectId,
    maker_id: makerId,
    content,
    digest: digestOf(content),
    demands,
    needed: Math.max(...demands.map(({ approvers }) => approvers)),
    days: daysOf(demands),
  });
  const people = await peopleOf(tx, customerId);
  const asking = new Set(demands.flatMap((demand) => approversFor(people, makerId, kind, demand).map(({ id }) => id)));
  await emit(ctx, approvalNeeded, {
    requestId: request.id,
    people: [...asking],
    title: content.title,
    makerName: people.find(({ id }) => id === makerId)?.name ?? '',
    expiresAt: request.expires_at.toISOString(),
  });
  await audit(ctx, 'team-approval.asked', `team_approval:${request.id}`, { kind, subject: subjectId, demands });
  return request;
}

export async function endRequest(
  ctx: Ctx,
  { id, kind, maker_id: makerId, content: { title, link } }: RequestRow,
  state: Exclude<RequestState, 'open'>,
  note: string | null,
): Promise<RequestRow> {
  const ended = await closeRequest(ctx.tx, { id, state, note });
  const page = link ?? `/team-approval?request=${id}`;
  await emit(ctx, approvalDone, { requestId: id, kind, makerId, title, state, note, link: page });
  await audit(ctx, `team-approval.${state}`, `team_approval:${id}`, { note });
  return ended;
}

export async function voidApproval(ctx: Ctx, kind: RequestKind, subjectId: string, note: string): Promise<void> {
  const open = await lockOpenRequest(ctx.tx, kind, subjectId);
  if (open) await endRequest(ctx, open, 'void', note);
}

export async function approvableBy(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: Readonly<{ customerId: string; personId: string }>,
  kind: RequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const requests = subjectIds.length > 0 ? await lastRequests(tx, kind, subjectIds) : [];
  if (requests.length === 0) return new Set();
  const people = await peopleOf(tx, customerId);
  const me = people.find(({ id, active }) => active && id === personId);
  const ids = requests.map(({ id }) => id);
  const decisions = await decisionsOf(tx, ids);
  const mine = requests.filter((request) => me && whyNot({ me, people }, request, decisions, now) === null);
  return new Set(mine.map(({ subject_id }) => subject_id));
}

export async function badgesOf(
  tx: Tx,
  kind: RequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, TeamApprovalBadge>> {
  const requests = subjectIds.length > 0 ? await lastRequests(tx, kind, subjectIds) : [];
  const [first] = requests;
  if (!first) return new Map();
  const people = await peopleOf(tx, first.customer_id);
  const decisions = await decisionsOf(
    tx,
    requests.map(({ id }) => id),
  );
  return new Map(requests.map((request) => [request.subject_id, badgeOf(request, decisions, people)]));
}
