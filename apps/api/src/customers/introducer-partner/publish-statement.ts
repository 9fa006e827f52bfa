import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { StatementRow } from './introducer-partner.sql.ts';
import { type PartnerStatementEvent, partnerStatementChanged } from './introducer-partner.ts';

type News = Partial<Pick<PartnerStatementEvent, 'state' | 'reason' | 'bankholderId'>>;

export function publishStatement(ctx: Ctx, statement: StatementRow, news: News = {}): Promise<void> {
  const currency = statement.currency;
  return emit(ctx, partnerStatementChanged, {
    statementId: statement.id,
    customerId: statement.partnerId,
    month: statement.month,
    state: statement.state,
    reason: null,
    total: formatAmount(money(currency, statement.totalMinor)),
    isPositive: statement.totalMinor > 0n,
    currency,
    bankholderId: null,
    ...news,
  });
}
