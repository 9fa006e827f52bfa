import type { contract } from '@larkmere/contract/contract';
import type { UpgradeForStaff } from '@larkmere/contract/upgrade';
import { Refusal } from '../kernel/refusal.ts';
import { requireRole } from '../kernel/require-role.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { judgeUpgrade } from './judge-upgrade.ts';
import { moveUpgrade } from './move-upgrade.ts';
import { changeRequest, lockRequest, type RequestRow, requestsUnderWay } from './upgrade.sql.ts';
import { viewForStaff } from './upgrade.view.ts';

const most = 100;

export const showBoard: Verb<typeof contract.upgrade.board> = async (ctx) => {
  requireRole(ctx.actor, 'compliance', 'mlro');
  return { list: await viewForStaff(ctx.tx, await requestsUnderWay(ctx.tx, most)) };
};

async function requireRequest({ tx, actor }: StaffCtx, uid: string): Promise<RequestRow> {
  requireRole(actor, 'compliance', 'mlro');
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  return request;
}

async function view({ tx }: StaffCtx, request: RequestRow): Promise<UpgradeForStaff> {
  const [seen] = await viewForStaff(tx, [request]);
  if (!seen) throw new Error(`request ${request.id} has no view`);
  return seen;
}

export const clearUpgrade: Verb<typeof contract.upgrade.clear> = async (ctx, { uid }) => {
  const request = await requireRequest(ctx, uid);
  if (request.state !== 'reviewing') throw new Refusal('invalid_transition');
  const cleared = await changeRequest(ctx.tx, uid, { cleared_by: ctx.actor.staffId });
  return view(ctx, await judgeUpgrade(ctx, cleared));
};

export const refuseUpgrade: Verb<typeof contract.upgrade.refuse> = async (ctx, { uid, reason }) => {
  const request = await requireRequest(ctx, uid);
  // The bank may already have opened the accounts, so its response has to come first.
  if (request.state === 'opening_accounts') throw new Refusal('invalid_transition');
  return view(ctx, await moveUpgrade(ctx, request, { state: 'refused', reason }));
};
