import type { MatrixChange, ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';
import type { contract } from '@larkmere/contract/contract';
import { serviceKeys } from '@larkmere/contract/reference/service-keys';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';

type Decision = Readonly<{
  isOn: boolean;
  decidedBy: 'breaker' | 'event' | 'matrix';
  message: string | null;
  until: Date | null;
}>;
type StateRow = Pick<ServiceState, 'service'> &
  Readonly<{
    plus: Decision;
    wallet: Decision;
    plusDefault: ServiceState['matrix']['plus'];
    walletDefault: ServiceState['matrix']['wallet'];
  }>;

const decisionFor = (audience: 'plus' | 'wallet') => sql`(
  select jsonb_build_object('isOn', d.is_on, 'decidedBy', d.decided_by, 'message', d.message, 'until', d.disabled_until)
  from service_control.decide(s.key, ${audience}, null) d)`;

/** In the order of the list of services. */
export async function selectServiceStates(tx: Tx): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select s.key as service, ${decisionFor('plus')} as plus, ${decisionFor('wallet')} as wallet,
      case when s.is_on then s.plus else 'off' end as plus_default, case when s.is_on then s.wallet else 'off' end as wallet_default
    from payment.service_availability s join unnest(${[...serviceKeys]}::text[]) with ordinality as k (key, place) on k.key = s.key
    order by k.place`.execute(tx);
  return rows;
}

type EventRow = Omit<ServiceEvent, 'startsAt' | 'endsAt' | 'state' | 'message' | 'mayDecide'> &
  Readonly<{
    startsAt: Date;
    endsAt: Date | null;
    state: 'proposed' | 'scheduled' | 'refused' | 'cancelled' | 'ended';
    en: string;
    th: string | null;
    createdById: string;
    endRequestedById: string | null;
  }>;

const events = (where: RawBuilder<boolean>) => sql<EventRow>`
  select e.id as uid, e.services, e.kind, e.mode, e.audience,
    coalesce((select array_agg(c.member_code order by c.member_code) from customer.customer c where c.id = any (e.customers)), '{}') as customers,
    e.starts_at, e.ends_at, e.message as en, e.message_th as th, e.reason, e.state,
    m.name as created_by, e.created_by as created_by_id, a.name as approved_by,
    r.name as end_requested_by, e.end_requested_by as end_requested_by_id, d.name as ended_by, e.note
  from service_control.event e join staff.member m on m.id = e.created_by
    left join staff.member a on a.id = e.approved_by left join staff.member r on r.id = e.end_requested_by
    left join staff.member d on d.id = e.ended_by
  where ${where} order by e.starts_at desc, e.id desc limit 200`;

const selectEvents = async (tx: Tx): Promise<EventRow[]> =>
  (
    await events(sql`e.state in ('proposed', 'scheduled') and coalesce(e.ends_at > now() - interval '30 days', true)
      or e.created_at > now() - interval '30 days'`).execute(tx)
  ).rows;

const selectEvent = async (tx: Tx, id: string): Promise<EventRow | undefined> =>
  (await events(sql`e.id = ${id}`).execute(tx)).rows[0];

type MatrixChangeRow = Readonly<{
  uid: string;
  rows: ServiceMatrix;
  rowsBefore: ServiceMatrix;
  reason: string;
  state: 'proposed' | 'applied' | 'refused';
  proposedBy: string;
  proposedById: string;
  proposedAt: Date;
  decidedBy: string | null;
  note: string | null;
}>;
type ServiceMatrix = {
  service: ServiceState['service'];
  plus: 'on' | 'off' | 'read_only';
  wallet: 'on' | 'off' | 'read_only';
}[];

const changes = (where: RawBuilder<boolean>) => sql<MatrixChangeRow>`
  select c.id as uid, c.rows, c.rows_before, c.reason, c.state, m.name as proposed_by,
    c.proposed_by as proposed_by_id, c.proposed_at, d.name as decided_by, c.note
  from service_control.matrix_change c join staff.member m on m.id = c.proposed_by left join staff.member d on d.id = c.decided_by
  where ${where} order by c.proposed_at desc, c.id desc limit 50`;

const selectMatrixChanges = async (tx: Tx): Promise<MatrixChangeRow[]> => (await changes(sql`true`).execute(tx)).rows;

export const selectMatrixChange = async (tx: Tx, id: string): Promise<MatrixChangeRow | undefined> =>
  (await changes(sql`c.id = ${id}`).execute(tx)).rows[0];

export async function countCustomers(tx: Tx): Promise<Readonly<{ plus: number; wallet: number }>> {
  const { rows } = await sql<{ plus: number; wallet: number }>`
    select (count(*) filter (where kind = 'plus'))::int as plus, (count(*) filter (where kind = 'wallet'))::int as wallet
    from customer.customer where state not in ('closed', 'pending')`.execute(tx);
  return rows[0] as { plus: number; wallet: number };
}

export async function findCustomerIds(tx: Tx, memberCodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; id: string }>`
    select member_code as code, id from customer.customer where member_code = any (${memberCodes}::text[])`.execute(tx);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

export const showServices: Verb<typeof contract.serviceControl.list> = async (ctx) => {
  const { tx } = ctx;
  return {
    services: (await selectServiceStates(tx)).map(toStateView),
    events: (await selectEvents(tx)).map((row) => toEventView(row, ctx)),
    changes: (await selectMatrixChanges(tx)).map((row) => toMatrixView(row, ctx)),
    customers: await countCustomers(tx),
  };
};

export const showEvent: Verb<typeof contract.serviceControl.show> = async (ctx, { id }) => {
  const row = await selectEvent(ctx.tx, id);
  if (!row) throw new Refusal('not_found');
  return toEventView(row, ctx);
};

type Reader = Pick<StaffCtx, 'tx' | 'actor' | 'now'>;

const toStateView = ({ plusDefault, walletDefault, ...row }: StateRow): ServiceState => ({
  ...row,
  plus: toDecision(row.plus),
  wallet: toDecision(row.wallet),
  matrix: { plus: plusDefault, wallet: walletDefault },
});

/** The database writes times in JSON with an offset. */
const toDecision = ({ until, ...decision }: StateRow['plus']): ServiceState['plus'] => ({
  ...decision,
  until: until === null ? null : new Date(until).toISOString(),
});

function toEventView(row: EventRow, { actor, now }: Reader): ServiceEvent {
  const { createdById, endRequestedById, en, th, startsAt, endsAt, state, ...rest } = row;
  const waitsFor = state === 'proposed' ? createdById : state === 'scheduled' ? endRequestedById : null;
  return {
    ...rest,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    message: { en, th },
    state: stateAt(row, now),
    mayDecide: waitsFor !== null && waitsFor !== actor.staffId,
  };
}

function stateAt({ state, startsAt, endsAt }: EventRow, now: Date): ServiceEvent['state'] {
  if (state !== 'scheduled' || startsAt > now) return state;
  return endsAt !== null && endsAt <= now ? 'ended' : 'active';
}

export async function loadEvent(ctx: Reader, id: string): Promise<ServiceEvent> {
  const row = await selectEvent(ctx.tx, id);
  if (!row) throw new Error(`event ${id} has no view`);
  return toEventView(row, ctx);
}

const toMatrixView = (
  { proposedById, proposedAt, ...row }: MatrixChangeRow,
  { actor }: Pick<StaffCtx, 'actor'>,
): MatrixChange => ({
  ...row,
  proposedAt: proposedAt.toISOString(),
  mayDecide: row.state === 'proposed' && proposedById !== actor.staffId,
});

export async function loadMatrixChange(ctx: Reader, id: string): Promise<MatrixChange> {
  const row = await selectMatrixChange(ctx.tx, id);
  if (!row) throw new Error(`change ${id} has no view`);
  return toMatrixView(row, ctx);
}
