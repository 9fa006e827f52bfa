import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireVisibleCard } from '../issued-card/issued-card.ts';
import { requireVisiblePayment } from './card-documents.ts';
import { selectPage, selectUsage } from './card-payment.sql.ts';
import { viewDetails, viewPayments } from './card-payment.view.ts';

export const listCardPayments: Verb<typeof contract.cardPayment.list> = async (ctx, { cardId, cursor, size }) => {
  const card = await requireVisibleCard(ctx, cardId);
  const rows = await selectPage(ctx.tx, { cardId: card.id, before: readCursor(cursor), size: size + 1 });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = rows.length > size && last ? `${last.countedAt.getTime()}_${last.id}` : null;
  return { list: await viewPayments(ctx, page), next };
};

function readCursor(cursor: string | undefined) {
  const [at, id] = cursor?.split('_') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}

export const showCardUsage: Verb<typeof contract.cardPayment.usage> = async (ctx, { cardId }) => {
  const card = await requireVisibleCard(ctx, cardId);
  const currency = card.currency;
  const { today, month } = await selectUsage(ctx.tx, card.id);
  const show = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return { today: show(today), month: show(month) };
};

export const showCardPayment: Verb<typeof contract.cardPayment.view> = async (ctx, { id }) =>
  viewDetails(ctx, await requireVisiblePayment(ctx, id));
