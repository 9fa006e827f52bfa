import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { requireAccountAction } from '../customer/customer.ts';
import { stateDeadline } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { insertRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';
import { canRequestUpgrade, isUpgradeOffered } from './upgrade-permission.ts';

export const requestUpgrade: Verb<typeof contract.upgrade.request> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!canRequestUpgrade(actor)) throw new Refusal('access_denied');
  requireAccountAction(actor.accountStatus, 'send');
  if (actor.userType === 'plus') throw new Refusal('invalid_transition', { reason: message('upgrade_already_plus') });
  requireAvailable(await getServiceAvailability(tx, 'wallet.upgrade', actor.customerId));
  if (!(await isUpgradeOffered(ctx)))
    throw new Refusal('service_off', {
      reason: message('upgrade_not_offered'),
      data: { until: null },
    });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: generateReference(),
    customerId: actor.customerId,
    userId: actor.userId,
    state: 'requested',
    deadlineAt: await stateDeadline(ctx, 'requested'),
  });
  if (!request) throw new Refusal('invalid_transition', { reason: message('upgrade_already_requested') });
  await recordState(ctx, upgradeLifecycle, request);
  return viewUpgrade(tx, await evaluateUpgrade(ctx, request));
};
