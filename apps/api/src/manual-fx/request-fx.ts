import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { v7 } from 'uuid';
import { shortReference } from '../books/books.ts';
import { demandsOnDeal, marginsOf, requireHolding, requireRightToDeal } from '../fx/fx.ts';
import { requireAmount } from '../kernel/amount.ts';
import { audit } from '../kernel/audit.ts';
import { isPhoneNumber } from '../kernel/phone-number.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { askTeam } from './ask-team.ts';
import { insertDeal, insertTransition } from './manual-fx.sql.ts';
import { viewDeal } from './manual-fx.view.ts';
import { valueDateOf } from './value-date.ts';

type Wanted = Input<typeof contract.manualFx.request>;

const wrong = (field: keyof Wanted, message: string): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', message }] });

export const requestFx: Verb<typeof contract.manualFx.request> = async (ctx, wanted) => {
  const { tx, actor } = ctx;
  const { sell, buy, side, instruction } = wanted;
  await requireRightToDeal(ctx, 'fx.manual');
  if (sell === buy) throw wrong('buy', 'Choose another currency to buy');
  if (!(await marginsOf(ctx, sell, buy))) throw new Refusal('pair_unavailable');
  const source = await requireHolding(ctx, wanted.sourceBankholderId, sell);
  const target = await requireHolding(ctx, wanted.targetBankholderId, buy);
  if (wanted.callbackPhone !== null && !isPhoneNumber(wanted.callbackPhone))
    throw wrong('callbackPhone', 'There can be no such phone number');
  const amount = requireAmount(side === 'sell' ? sell : buy, wanted.amount);
  const valueDate = valueDateOf(wanted.valueDate, ctx.now);
  if (!valueDate) throw wrong('valueDate', 'Choose a working day within a year');
  const wish = instruction === 'target' ? readTarget(wanted) : undefined;
  const demands = await demandsOnDeal(ctx, actor, amount);
  const deal = await insertDeal(tx, {
    state: demands.length > 0 ? 'pending_approval' : 'requested',
    id: v7(),
    reference: shortReference(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    tier: actor.userType,
    sell,
    buy,
    side,
    amount_minor: amount.minor,
    source_bankholder_id: source.bankholderId,
    target_bankholder_id: target.bankholderId,
    from_account: source.ledgerAccountId,
    to_account: target.ledgerAccountId,
    value_date: valueDate,
    instruction,
    target: wish ? formatRate(wish, targetDecimals) : null,
    target_base: wish?.base ?? null,
    comment: wanted.comment,
    callback_phone: wanted.callbackPhone,
  });
  await insertTransition(tx, deal, { kind: 'customer', id: actor.personId });
  await audit(ctx, 'manual-fx.requested', `deal:${deal.id}`, {
    reference: deal.reference,
    sell,
    buy,
    amount: wanted.amount,
  });
  if (demands.length > 0) await askTeam(ctx, deal, demands);
  return viewDeal(ctx, deal);
};

function readTarget({ sell, buy, targetRate }: Wanted): Rate {
  const rate = targetRate === null ? undefined : readRate(sell, buy, targetRate);
  if (!rate) throw wrong('targetRate', `Enter how many ${buy} one ${sell} buys`);
  return rate;
}
