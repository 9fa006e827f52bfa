import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { findCustomer, findMember } from '../../customers/customer/customer.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { changeCardState } from './change-card-state.ts';
import { cardSetting } from './issued-card.settings.ts';
import { hasReplacement, type IssuedCard } from './issued-card.sql.ts';
import { createCard } from './order-card.ts';
import { deliveryOf } from './order-document.ts';

/** A card works to the end of its month. */
const endOfCard: RawBuilder<Date> = sql`((make_date(expiry_year, expiry_month, 1) + interval '1 month') at time zone 'UTC')`;

const renewalDays = inForce(cardSetting, {}, { select: sql`dated.renewal_days` });

/** Ends cards whose month is over, and orders new ones before that. */
export const cardExpiry = defineJob({
  name: 'expire-issued-cards',
  everySeconds: 300,
  run: async (job) => {
    await handleDueRows(job, {
      table: 'issued_card.card',
      isDue: sql`state in ('active', 'frozen') and ${endOfCard} > now()
        and ${endOfCard} <= now() + (${renewalDays}) * interval '1 day'
        and not exists (select from issued_card.card r where r.replaces = card.id and r.state <> 'rejected')
        and not exists (select from issued_card.card r where r.replaces = card.id and r.ordered_at > now() - interval '7 days')`,
      handle: renewCard,
    });
    await handleDueRows(job, {
      table: 'issued_card.card',
      isDue: sql`state in ('inactive', 'active', 'frozen', 'stopped') and ${endOfCard} <= now()`,
      handle: (ctx, card) => changeCardState(ctx, card, { state: 'expired' }),
    });
  },
});

/** Free of charge, and with everything as it is. The old card works until its end. */
async function renewCard(ctx: Ctx, card: IssuedCard): Promise<void> {
  const { tx } = ctx;
  const { customerId, holderId: userId } = card;
  const customer = await findCustomer(tx, customerId);
  const account = await findBankAccount(tx, card.accountId);
  const member = await findMember(tx, { customerId, userId });
  const isStillHeld = customer !== undefined && customer.status !== 'closing' && member?.state === 'active';
  if (!isStillHeld || accountPermissions[customer.status].card !== 'yes' || account?.status !== 'active') return;
  if (await hasReplacement(tx, card.id)) return;
  const { online, contactless, atm, abroad, magstripe } = card;
  await createCard(ctx, {
    id: v7(),
    account,
    holder: { userId, name: card.holderName },
    embossedName: card.embossedName,
    format: card.format,
    design: card.design,
    phone: card.phone,
    limits: card,
    switches: { online, contactless, atm, abroad, magstripe },
    replaces: card.id,
    delivery: deliveryOf(card),
    fee: { minor: 0n, id: null },
  });
}
