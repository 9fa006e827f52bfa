import type { OperationId } from '@larkmere/ledger/types';
import { rateText } from '@larkmere/money/rate-text';
import { narrateAll } from '../books/books.ts';
import { together } from '../kernel/driver.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertConversions } from './fx.sql.ts';
import type { Deal, Price } from './fx.ts';
import { columnsOf } from './quote.ts';

type Recorded = Readonly<{ id: OperationId; reference: string; deal: Deal }>;

export async function record({ tx }: Pick<Ctx, 'tx'>, conversions: readonly Recorded[]): Promise<void> {
  const rows = conversions.map(({ id, reference, deal }) => ({
    id,
    reference,
    customer_id: deal.customerId,
    person_id: deal.personId,
    cause: deal.cause,
    quote_id: deal.quoteId,
    from_account: deal.from,
    to_account: deal.to,
    ...columnsOf(deal.price),
  }));
  const words = conversions.map(({ id, reference, deal }) => ({
    operationId: id,
    narrative: { kind: 'exchange' as const, reference, description: descriptionOf(deal.price) },
  }));
  await together(insertConversions(tx, rows), narrateAll(tx, words));
}

const descriptionOf = ({ sell, buy, rate }: Price): string =>
  `Exchange of ${sell.currency} into ${buy.currency}, ${rateText(rate)}`;
