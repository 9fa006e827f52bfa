import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { requireActive } from '../customer/customer.ts';
import { stateDeadline } from './change-upgrade-state.ts';
import { evaluateUpgrade } from './evaluate-upgrade.ts';
import { insertRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';
import { canRequestUpgrade, isUpgradeOffered } from './upgrade-permission.ts';

export const requestUpgrade: Verb<typeof contract.upgrade.request> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!canRequestUpgrade(actor)) throw new Refusal('access_denied');
  requireActive(actor.accountStatus);
  if (actor.userType === 'plus')
    throw new Refusal('invalid_transition', { message: 'You have a Plus account already. Nothing was changed.' });
  requireAvailable(await getServiceAvailability(tx, 'wallet.upgrade'));
  if (!(await isUpgradeOffered(ctx)))
    throw new Refusal('service_off', {
      message: 'An upgrade is not offered on your account at the moment. Nothing was changed.',
      data: { until: null },
    });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: generateReference(),
    customer_id: actor.customerId,
    user_id: actor.userId,
    state: 'requested',
    deadline_at: await stateDeadline(ctx, 'requested'),
  });
  if (!request)
    throw new Refusal('invalid_transition', {
      message: 'You have asked for the upgrade already. Nothing more was done. This page tells how far it is.',
    });
  await recordState(ctx, upgradeLifecycle, request);
  return viewUpgrade(tx, await evaluateUpgrade(ctx, request));
};
