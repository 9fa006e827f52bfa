/**
 * Notices of higher prices, which customers get months before the prices apply.
 * A notice belongs to an approved change of price settings and goes with it if that is withdrawn.
 * A job informs the customers in batches.
 */

import type { PriceRise } from '@larkmere/contract/customers/price-notice';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertNotice, markWithdrawn, selectComing, type Tier } from './price-notice.sql.ts';

export { countPricedCustomers, selectPricedCustomers } from './price-notice.read.ts';
export { noticeRule } from './price-notice.settings.ts';
export { selectEarliest } from './price-notice.sql.ts';

/** One customer is informed. The rises are those of the customer's tier. */
export type PriceNoticeEvent = Readonly<{
  noticeId: string;
  customerId: string;
  tier: Tier;
  takesEffectAt: string;
  rises: readonly PriceRise[];
}>;
export const priceRiseAnnounced = defineEvent<PriceNoticeEvent>('price-notice.announced');
export const priceRiseCancelled = defineEvent<PriceNoticeEvent>('price-notice.cancelled');

type Announcement = Readonly<{ change: string; takesEffectAt: Date; rises: readonly PriceRise[] }>;

/** The job informs the customers after the transaction. */
export async function announceRises(ctx: Ctx, { change, takesEffectAt, rises }: Announcement): Promise<void> {
  await insertNotice(ctx.tx, { id: change, takesEffectAt, rises });
  await audit(ctx, 'price_notice.announced', `setting_change:${change}`, { takesEffectAt, rises: rises.length });
}

/** Stops a notice that is being sent, and has customers who were informed informed again. */
export async function cancelAnnouncement(ctx: Ctx, change: string): Promise<void> {
  if (!(await markWithdrawn(ctx.tx, change))) return;
  await audit(ctx, 'price_notice.cancelled', `setting_change:${change}`);
}

export const risesOf = (rises: unknown, tier: Tier): PriceRise[] =>
  (rises as readonly PriceRise[]).filter((rise) => rise.tier === tier);

/** What was announced to customers of the tier and has not taken effect, the earliest first. */
export async function listComingRises(
  tx: Tx,
  tier: Tier,
): Promise<readonly Readonly<{ takesEffectAt: Date; rises: readonly PriceRise[] }>[]> {
  const notices = await selectComing(tx);
  return notices.flatMap(({ takesEffectAt, rises: all }) => {
    const rises = risesOf(all, tier);
    return rises.length > 0 ? [{ takesEffectAt, rises }] : [];
  });
}
