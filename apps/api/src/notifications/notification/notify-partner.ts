import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PartnerStatementEvent } from '../../customers/introducer-partner/introducer-partner.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { monthName } from '../../platform/time/format-date.ts';
import { eventMoney } from './event-money.ts';
import { selectIntroducerPage } from './notification.read.ts';
import { type NoticeText, notify } from './notification.ts';

function toText({ state, reason, total, currency, isPositive, month: day }: PartnerStatementEvent): NoticeText {
  const month = monthName(day);
  if (!isPositive)
    return {
      severity: 'info',
      title: message('notice_partner_carried_title'),
      message: message('notice_partner_nothing', { month }),
    };
  const words = { amount: eventMoney(total, currency), month };
  switch (state) {
    case 'paid':
      return {
        severity: 'success',
        title: message('notice_partner_paid_title'),
        message: message('notice_partner_paid', words),
      };
    case 'carried':
      return {
        severity: 'info',
        title: message('notice_partner_carried_title'),
        message: message('notice_partner_carried', words),
      };
    case 'due':
      return {
        severity: 'warning',
        title: message('notice_partner_waiting_title'),
        message: message('notice_partner_waiting', words),
        detail:
          reason === 'no_account'
            ? defaultText('partner_no_account', { currency })
            : defaultText('partner_account_restricted'),
      };
  }
}

export const notifyPartnerStatement: TransactionalHandler<PartnerStatementEvent> = async (
  ctx,
  { eventId, payload },
) => {
  const { customerId, bankholderId } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['introducer']);
  const link = await selectIntroducerPage(ctx.tx, customerId);
  const about =
    bankholderId === null ? ({ kind: 'none' } as const) : { kind: 'accounts' as const, accounts: [bankholderId] };
  await notify(
    ctx,
    { customerId, people, about },
    { eventId, type: 'referral.partner_statement', link, ...toText(payload) },
  );
};
