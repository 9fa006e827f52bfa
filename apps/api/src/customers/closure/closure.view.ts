import type { ClosureView } from '@larkmere/contract/customers/closure';
import { yearsOfStatements } from '@larkmere/contract/platform/account-status';
import { formatAmount, money } from '@larkmere/money/money';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { findBalances, findBlockers, selectClosureFacts } from './closure.read.ts';
import { closureSetting } from './closure.settings.ts';
import { selectRequest } from './closure.sql.ts';
import { closureLifecycle } from './closure-lifecycle.ts';

export async function viewClosure({ tx, actor }: Pick<CustomerCtx, 'tx' | 'actor'>): Promise<ClosureView> {
  const { customerId, role } = actor;
  const facts = await selectClosureFacts(tx, actor);
  if (!facts) throw new Refusal('not_found');
  const request = await selectRequest(tx, customerId);
  const held = await findBalances(tx, customerId);
  const balances = held.filter(({ bankholderId }) => actor.accounts?.has(bankholderId) ?? true);
  const { graceDays } = await requireSetting(tx, closureSetting, {});
  const state = request?.state ?? null;
  return {
    state,
    reference: request?.reference ?? null,
    pendingStatus: request && state ? pendingStatus(closureLifecycle, state, request) : null,
    blockers: request?.closedAt ? [] : await findBlockers(tx, customerId),
    balances: balances.map(({ bankholderId, currency, minor }) => ({
      bankholderid: bankholderId,
      balance: { amount: formatAmount(money(currency, minor)), currency },
    })),
    exitPayeeUid: request?.exitPayeeId ?? null,
    graceDays,
    requestedBy: request?.requestedBy ?? null,
    closesAt: state === 'closing' ? (request?.deadlineAt.toISOString() ?? null) : null,
    statementsUntil: request?.closedAt ? statementsUntil(request.closedAt) : null,
    memberCode: facts.memberCode,
    isOwner: role === 'owner',
    requiresPin: facts.hasPin && facts.isVerified,
  };
}

export function statementsUntil(closedAt: Date): string {
  const until = new Date(closedAt);
  until.setUTCFullYear(until.getUTCFullYear() + yearsOfStatements);
  return until.toISOString();
}
