import { requireAccountAction } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import type { PayerCtx } from './standing-order.ts';

export async function requireStandingOrderPermission({ tx, actor }: PayerCtx): Promise<void> {
  requireAccountAction(actor.accountStatus, 'send');
  requireAvailable(await getServiceAvailability(tx, 'standing', actor.customerId));
}

export const isServiceAvailable = async (tx: Tx): Promise<boolean> =>
  (await getServiceAvailability(tx, 'standing')).isAvailable;
