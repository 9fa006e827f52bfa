import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { changeAccountStatus } from './account-status-lifecycle.ts';
import { findIdleCustomers } from './customer.read.ts';

const customersPerRun = 100;

/** Sending from an account that nobody used for a year needs a confirmation that it is the customer. */
export const dormancy = defineJob({
  name: 'mark-dormant-customers',
  everySeconds: 3600,
  run: async ({ db, transaction }) => {
    const idle = await findIdleCustomers(db, customersPerRun);
    for (const id of idle)
      await transaction((ctx) => changeAccountStatus(ctx, id, { status: 'dormant', reasonCode: 'inactivity' }));
    return idle.length;
  },
});

/** Refuses with `authorisation_invalid`, and with `invalid_transition` unless the account is dormant. */
export const reactivateCustomer: Verb<typeof contract.accountStatus.reactivate> = async (
  ctx,
  { authorisation, idempotency },
) => {
  const { customerId, accountStatus } = ctx.actor;
  if (accountStatus !== 'dormant') throw new Refusal('invalid_transition');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'customer.reactivate',
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
  await changeAccountStatus(ctx, customerId, { status: 'active', reasonCode: 'confirmed_by_customer' });
  return null;
};
