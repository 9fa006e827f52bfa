import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, isPositive, type Money, money, readAmount } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { midRate } from '../rate/rate.ts';
import { insertCover, lockPosition, pendingCoverMinor } from './treasury.sql.ts';
import { coverRequested, positions } from './treasury.ts';
import { viewCover } from './treasury.view.ts';

const midDecimals = 10;

/**
 * Cover closes a position and never opens one: refuses `limit_exceeded` beyond the free amount. The bank is called
 * after the commit.
 */
export const coverPosition: Verb<typeof contract.treasury.cover> = async (ctx, { sell, buy, amount }) => {
  const { tx, actor } = ctx;
  if (sell === buy) throw new Refusal('pair_unavailable');
  const sold = readAmount(sell, amount);
  if (!sold || !isPositive(sold)) throw new Refusal('amount_invalid');
  await lockPosition(tx);
  const free = await freePosition(ctx, sell);
  if (sold.minor > free.minor) {
    const reason = message('cover_exceeds_position', { limit: free });
    throw new Refusal('limit_exceeded', { reason, data: { free: formatAmount(free), currency: sell } });
  }
  const { rate } = await midRate(ctx, sell, buy);
  const id = v7();
  const mid = formatRate(rate, midDecimals);
  const row = await insertCover(tx, { id, staffId: actor.staffId, sell, buy, sellMinor: sold.minor, mid });
  await emit(ctx, coverRequested, { coverId: id });
  await audit(ctx, 'position.cover_requested', `cover:${id}`, { sell, buy, amount, mid });
  return viewCover(row);
};

async function freePosition({ tx }: Parameters<typeof coverPosition>[0], currency: Currency): Promise<Money> {
  const position = (await positions(tx)).find((each) => each.currency === currency) ?? money(currency, 0n);
  return money(currency, position.minor - (await pendingCoverMinor(tx, currency)));
}
