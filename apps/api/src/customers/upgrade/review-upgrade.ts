import type { contract } from '@larkmere/contract/contract';
import type { UpgradeForStaff } from '@larkmere/contract/customers/upgrade';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { changeUpgradeState } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { findOpenRequests, lockRequest, type RequestRow, updateRequest } from './upgrade.sql.ts';
import { viewForStaff } from './upgrade.view.ts';

const maxResults = 100;

export const showWorkQueue: Verb<typeof contract.upgrade.workQueue> = async (ctx) => {
  return { list: await viewForStaff(ctx.tx, await findOpenRequests(ctx.tx, maxResults)) };
};

async function requireRequest({ tx }: StaffCtx, uid: string): Promise<RequestRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  return request;
}

async function viewRequest({ tx }: StaffCtx, request: RequestRow): Promise<UpgradeForStaff> {
  const [seen] = await viewForStaff(tx, [request]);
  if (!seen) throw new Error(`request ${request.id} has no view`);
  return seen;
}

export const clearUpgrade: Verb<typeof contract.upgrade.clear> = async (ctx, { uid }) => {
  const request = await requireRequest(ctx, uid);
  if (request.state !== 'reviewing') throw new Refusal('invalid_transition');
  const cleared = await updateRequest(ctx.tx, uid, { clearedBy: ctx.actor.staffId });
  return viewRequest(ctx, await evaluateUpgrade(ctx, cleared));
};

export const refuseUpgrade: Verb<typeof contract.upgrade.refuse> = async (ctx, { uid, reason }) => {
  const request = await requireRequest(ctx, uid);
  // The bank may already have opened the accounts, so its response has to come first.
  if (request.state === 'opening_accounts') throw new Refusal('invalid_transition');
  return viewRequest(ctx, await changeUpgradeState(ctx, request, { state: 'refused', reason }));
};
