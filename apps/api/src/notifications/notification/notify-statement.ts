import { message } from '@larkmere/messages/message';
import type { StatementExportEvent } from '../../accounts/statement/statement.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

const toText = (outcome: 'ready' | 'failed', { from, to, kind }: StatementExportEvent): NoticeText =>
  outcome === 'ready'
    ? {
        severity: 'success',
        title: message('notice_statement_ready_title'),
        message: readyText(kind, { from, to }),
      }
    : {
        severity: 'warning',
        title: message('notice_statement_failed_title'),
        message: message('notice_statement_failed', { from, to }),
      };

function readyText(kind: StatementExportEvent['kind'], range: Readonly<{ from: string; to: string }>) {
  if (kind === 'closing_pack') return message('notice_records_ready');
  return message(kind === 'monthly' ? 'notice_statement_monthly' : 'notice_statement_ready', range);
}

const linkOf = ({ kind }: StatementExportEvent): string =>
  kind === 'closing_pack' ? '/request/delete/account' : '/statement?export=latest';

/** Only the person who asked for it can download it. */
export const notifyStatement =
  (outcome: 'ready' | 'failed'): TransactionalHandler<StatementExportEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, userId, accounts } = payload;
    await notify(
      ctx,
      { customerId, people: [userId], about: { kind: 'accounts', accounts: [...accounts] } },
      { eventId, type: `statement.export_${outcome}`, link: linkOf(payload), ...toText(outcome, payload) },
    );
  };
