import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { shortReference } from '../books/books.ts';
import { requireActive } from '../customer/customer.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOn, serviceNow } from '../service/service.ts';
import { judgeUpgrade } from './judge-upgrade.ts';
import { mayAsk, offerOf } from './may-ask.ts';
import { deadlineOf, recordStep } from './move-upgrade.ts';
import { insertRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';

export const askUpgrade: Verb<typeof contract.upgrade.ask> = async (ctx) => {
  const { tx, actor } = ctx;
  if (!mayAsk(actor)) throw new Refusal('access_denied');
  requireActive(actor.accountStatus);
  if (actor.userType === 'plus')
    throw new Refusal('invalid_transition', { message: 'You have a Plus account already. Nothing was changed.' });
  requireOn(await serviceNow(tx, 'wallet.upgrade'));
  if (!(await offerOf(ctx)))
    throw new Refusal('service_off', {
      message: 'An upgrade is not offered on your account at the moment. Nothing was changed.',
      data: { until: null },
    });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: shortReference(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    state: 'requested',
    deadline_at: await deadlineOf(ctx, 'requested'),
  });
  if (!request)
    throw new Refusal('invalid_transition', {
      message: 'You have asked for the upgrade already. Nothing more was done. This page tells how far it is.',
    });
  await recordStep(ctx, request);
  return viewUpgrade(tx, await judgeUpgrade(ctx, request));
};
