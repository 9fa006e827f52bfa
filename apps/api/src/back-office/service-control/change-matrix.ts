import type { MatrixRow } from '@larkmere/contract/back-office/service-control';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireOtherApprover } from '../role/role.ts';
import { loadMatrixChange, selectMatrixChange, selectServiceStates } from './service-control.read.ts';
import { applyDefaults, decideMatrixChange, insertMatrixChange, lockMatrixChange } from './service-control.sql.ts';

const audiences = ['plus', 'wallet'] as const;

/** What only turns off applies at once. Refuses `validation_failed` if nothing changes. */
export const changeMatrix: Verb<typeof contract.serviceControl.changeMatrix> = async (ctx, { rows, reason }) => {
  const { tx, actor } = ctx;
  await acquireLocks(tx, ['service_control.matrix']);
  const before = await selectMatrix(ctx, rows);
  const changed = rows.filter((row, i) => audiences.some((audience) => row[audience] !== before[i]?.[audience]));
  if (changed.length === 0)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'rows', code: 'invalid', reason: message('service_no_change') }],
    });
  const turnsOn = rows.some((row, i) =>
    audiences.some((audience) => row[audience] !== before[i]?.[audience] && row[audience] !== 'off'),
  );
  const id = v7();
  if (turnsOn) await requireOtherApprover(tx, actor.staffId, ['service_control', 'approve']);
  await insertMatrixChange(tx, {
    id,
    rows: JSON.stringify(rows),
    rowsBefore: JSON.stringify(before),
    reason,
    state: turnsOn ? 'proposed' : 'applied',
    turnsOn,
    proposedBy: actor.staffId,
  });
  if (!turnsOn) await applyDefaults(tx, rows);
  const action = turnsOn ? 'service_control.defaults_proposed' : 'service_control.defaults_changed';
  await audit(ctx, action, `service_matrix:${id}`, { rows, before, reason });
  return loadMatrixChange(ctx, id);
};

async function selectMatrix({ tx }: StaffCtx, rows: readonly MatrixRow[]): Promise<MatrixRow[]> {
  const states = new Map((await selectServiceStates(tx)).map((state) => [state.service, state]));
  return rows.map(({ service }, i) => {
    const state = states.get(service);
    const isTwice = rows.findIndex((row) => row.service === service) !== i;
    if (!state || isTwice)
      throw new Refusal('validation_failed', {
        errors: [{ field: `rows.${i}.service`, code: 'invalid', reason: message('service_once') }],
      });
    return { service, plus: state.plusDefault, wallet: state.walletDefault };
  });
}

export const approveMatrix: Verb<typeof contract.serviceControl.approveMatrix> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const { rows, rowsBefore } = await lockProposalOfAnother(ctx, uid);
  if (JSON.stringify(await selectMatrix(ctx, rows)) !== JSON.stringify(rowsBefore.map(inOrder)))
    throw new Refusal('invalid_transition', { reason: message('setting_outdated') });
  await decideMatrixChange(tx, { id: uid, by: actor.staffId, state: 'applied', note: null });
  await applyDefaults(tx, rows);
  await audit(ctx, 'service_control.defaults_changed', `service_matrix:${uid}`, { rows, before: rowsBefore });
  return loadMatrixChange(ctx, uid);
};

/** The database orders the names of a JSON object by length. */
const inOrder = ({ service, plus, wallet }: MatrixRow): MatrixRow => ({ service, plus, wallet });

export const refuseMatrix: Verb<typeof contract.serviceControl.refuseMatrix> = async (ctx, { uid, note }) => {
  await lockProposalOfAnother(ctx, uid);
  await decideMatrixChange(ctx.tx, { id: uid, by: ctx.actor.staffId, state: 'refused', note });
  await audit(ctx, 'service_control.defaults_refused', `service_matrix:${uid}`, { note });
  return loadMatrixChange(ctx, uid);
};

async function lockProposalOfAnother({ tx, actor }: StaffCtx, uid: string) {
  await acquireLocks(tx, ['service_control.matrix']);
  const change = await lockMatrixChange(tx, uid);
  const row = change && (await selectMatrixChange(tx, uid));
  if (!row) throw new Refusal('not_found');
  if (change.state !== 'proposed') throw new Refusal('invalid_transition');
  if (change.proposedBy === actor.staffId) throw new Refusal('approver_conflict');
  return row;
}
