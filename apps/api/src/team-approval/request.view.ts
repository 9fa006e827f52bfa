import type { RequestView } from '@larkmere/contract/team-approval';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { approvalsOf, badgeOf, personView } from './badge.ts';
import { type Colleague, fits, givenTo, isMet, mayApprove, maySee } from './judge.ts';
import { peopleOf } from './people.read.ts';
import { type DecisionRow, decisionsOf, findRequest, type RequestRow } from './request.sql.ts';

export type Reader = Readonly<{ me: Colleague; people: readonly Colleague[] }>;

export async function requireReader({ tx, actor }: CustomerCtx): Promise<Reader> {
  const people = await peopleOf(tx, actor.customerId);
  const me = people.find(({ id, active }) => active && id === actor.personId);
  if (!me) throw new Refusal('access_denied');
  return { me, people };
}

export const isFor = ({ me }: Reader, { maker_id, kind }: RequestRow): boolean =>
  maker_id === me.id || maySee(me, kind);

/** Throws `not_found` for a request of another customer, so that its existence is not revealed. */
export async function requireRequest({ tx, actor }: CustomerCtx, reader: Reader, id: string): Promise<RequestRow> {
  const request = await findRequest(tx, id);
  if (!request || request.customer_id !== actor.customerId || !isFor(reader, request)) throw new Refusal('not_found');
  return request;
}

export type WhyNot = RequestView['whyNot'];

export function whyNot({ me }: Reader, request: RequestRow, decisions: readonly DecisionRow[], now: Date): WhyNot {
  if (request.state !== 'open' || request.expires_at <= now) return 'over';
  if (request.maker_id === me.id) return 'own';
  if (decisions.some(({ request_id, person_id }) => request_id === request.id && person_id === me.id)) return 'decided';
  const given = approved(request, decisions);
  const counts = request.demands.some((demand) => !isMet(demand, given) && fits(demand, me.role));
  return counts && mayApprove(me, request.kind) ? null : 'role';
}

export const approved = (request: RequestRow, decisions: readonly DecisionRow[]) =>
  approvalsOf(request, decisions).map(({ person_id: personId, role }) => ({ personId, role }));

export async function viewRequests(
  { tx, now }: CustomerCtx,
  reader: Reader,
  requests: readonly RequestRow[],
): Promise<RequestView[]> {
  const decisions = await decisionsOf(
    tx,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => viewed(reader, request, decisions, now));
}

export async function viewRequest(ctx: CustomerCtx, reader: Reader, request: RequestRow): Promise<RequestView> {
  const [view] = await viewRequests(ctx, reader, [request]);
  if (!view) throw new Error(`request ${request.id} has no view`);
  return view;
}

function viewed(reader: Reader, request: RequestRow, decisions: readonly DecisionRow[], now: Date): RequestView {
  const { people, me } = reader;
  const { title, amount, link, facts } = request.content;
  const why = whyNot(reader, request, decisions, now);
  return {
    ...badgeOf(request, decisions, people),
    kind: request.kind,
    subject: request.subject_id,
    title,
    amount,
    link,
    facts: [...facts],
    digest: request.digest,
    createdAt: request.created_at.toISOString(),
    closedAt: request.closed_at?.toISOString() ?? null,
    demands: request.demands.map((demand) => ({
      approvers: demand.approvers,
      roles: [...demand.roles] as RequestView['demands'][number]['roles'],
      given: givenTo(demand, approved(request, decisions)),
    })),
    decisions: decisions
      .filter(({ request_id }) => request_id === request.id)
      .map(({ person_id, verdict, note, decided_at }) => ({
        person: personView(people, person_id),
        verdict: verdict as 'approve',
        note,
        at: decided_at.toISOString(),
      })),
    may: {
      approve: why === null,
      reject: why === null,
      recall: request.state === 'open' && request.maker_id === me.id,
    },
    whyNot: why,
  };
}
