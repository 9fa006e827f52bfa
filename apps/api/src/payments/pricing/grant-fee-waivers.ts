import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';

type Grant = Readonly<{ customerId: string; source: 'signup' | 'referral' | 'promo' | 'goodwill'; count: number }>;

/** Gives free transfers that do not expire. The caller makes sure that it happens once. */
export async function grantFeeWaivers(tx: Tx, { customerId, source, count }: Grant): Promise<void> {
  if (count === 0) return;
  const waivers = Array.from({ length: count }, () => ({ id: v7(), customerId, source }));
  await tx.insertInto('payment.fee_waiver').values(waivers).execute();
}
