import type { MatrixChange, ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import {
  type EventRow,
  type MatrixChangeRow,
  type StateRow,
  selectEvent,
  selectMatrixChange,
} from './service-control.read.ts';

type Reader = Pick<StaffCtx, 'tx' | 'actor' | 'now'>;

export const toStateView = ({ plusDefault, walletDefault, ...row }: StateRow): ServiceState => ({
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

export function toEventView(row: EventRow, { actor, now }: Reader): ServiceEvent {
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

export const toMatrixView = (
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
