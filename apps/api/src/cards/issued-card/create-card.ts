import type { CardFormat } from '@larkmere/contract/cards/issued-card';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { emit } from '../../platform/events/outbox.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertCard, type PersonLimit } from './issued-card.sql.ts';
import { cardRef, issuedCardOrdered } from './issued-card-events.ts';
import { issuedCardLifecycle } from './issued-card-lifecycle.ts';
import type { IssuedCard } from './issued-card-row.ts';
import { type OrderFacts, orderDocument } from './order-document.ts';

type NewCard = Readonly<{
  id: string;
  account: BankAccount;
  holder: Readonly<{ userId: string; name: string }>;
  embossedName: string;
  format: CardFormat;
  design: string;
  phone: string;
  limits: PersonLimit;
  switches?: Pick<IssuedCard, 'online' | 'contactless' | 'atm' | 'abroad' | 'magstripe'> | undefined;
  replaces: string | null;
  delivery?: OrderFacts['delivery'] | undefined;
  fee: Readonly<{ minor: bigint; id: string | null }>;
}>;

/** Writes the order; the outbox gives it to the processor after the commit. */
export async function createCard(ctx: Ctx, card: NewCard): Promise<IssuedCard> {
  const { id, account, embossedName, format, replaces, limits, delivery = null } = card;
  const byUserId = ctx.actor.kind === 'customer' ? ctx.actor.userId : null;
  const row = await insertCard(ctx.tx, {
    id,
    customerId: account.customerId,
    accountId: account.id,
    bankholderId: account.bankholderId,
    currency: account.currency,
    holderId: card.holder.userId,
    holderName: card.holder.name,
    embossedName,
    format,
    design: card.design,
    phone: card.phone,
    document: orderDocument({ cardId: id, format, currency: account.currency, embossedName, replaces, delivery }),
    perPaymentMinor: limits.perPaymentMinor,
    dailyMinor: limits.dailyMinor,
    monthlyMinor: limits.monthlyMinor,
    ...card.switches,
    replaces,
    orderedBy: byUserId,
    feeMinor: card.fee.minor,
    feeId: card.fee.id,
  });
  await recordState(ctx, issuedCardLifecycle, row, { format, account: account.bankholderId });
  await emit(ctx, issuedCardOrdered, {
    ...cardRef(row, ctx.now),
    byUserId,
    isRenewal: replaces !== null && byUserId === null,
  });
  return row;
}
