import type { MatrixChange, ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';
import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import {
  countCustomers,
  type EventRow,
  type MatrixChangeRow,
  type StateRow,
  selectEvent,
  selectEvents,
  selectMatrixChange,
  selectMatrixChanges,
  selectServiceStates,
} from './service-control.read.ts';

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
