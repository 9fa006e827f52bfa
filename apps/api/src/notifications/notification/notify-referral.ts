import type { ReferralReason } from '@larkmere/contract/customers/referral';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { AppealDeclined, FreeTransfersGranted, ReferralEvent } from '../../customers/referral/referral.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { eventMoney } from './event-money.ts';
import { selectIntroducerPage } from './notification.read.ts';
import { type NoticeText, notify } from './notification.ts';

function toText(event: ReferralEvent): NoticeText | undefined {
  const { friendName: name, state, previous, reason, currency } = event;
  const amount = eventMoney(event.reward, currency);
  switch (state) {
    case 'registered':
      return previous === 'not_eligible'
        ? noticeOf('success', 'cleared', { name })
        : noticeOf('info', 'registered', { name });
    case 'kyc_approved':
      return {
        severity: 'info',
        title: message('notice_referral_kyc_approved_title'),
        message: message('notice_referral_kyc_approved', {
          name,
          needed: eventMoney(event.exchange, currency),
          dueOn: event.completeBy,
        }),
      };
    case 'first_trade': // The reward follows at once.
      return undefined;
    case 'reward_due':
      return reason === null
        ? undefined
        : {
            severity: 'warning',
            title: message('notice_referral_waiting_title'),
            message: message('notice_referral_waiting', { name, amount }),
            detail: reasonText(reason, currency),
          };
    case 'paid':
      return {
        severity: 'success',
        title: message('notice_referral_paid_title'),
        message: message('notice_referral_paid', { name, amount }),
      };
    case 'not_eligible':
      return {
        ...noticeOf('warning', 'not_eligible', { name }),
        detail: reason === null ? null : reasonText(reason, currency),
      };
  }
}

const noticeOf = (
  severity: NoticeText['severity'],
  code: 'cleared' | 'registered' | 'not_eligible',
  words: Readonly<{ name: string }>,
): NoticeText => ({
  severity,
  title: message(`notice_referral_${code}_title`),
  message: message(`notice_referral_${code}`, words),
});

const reasonText = (reason: ReferralReason, currency: Currency): string =>
  reason === 'no_account' ? defaultText('referral_no_account', { currency }) : defaultText(`referral_${reason}`);

const type = 'referral.step';

export const notifyReferral: TransactionalHandler<ReferralEvent> = async (ctx, { eventId, payload }) => {
  const words = toText(payload);
  if (!words) return;
  const { customerId, bankholderId } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['introducer']);
  const link = await selectIntroducerPage(ctx.tx, customerId);
  const about =
    bankholderId === null ? ({ kind: 'none' } as const) : { kind: 'accounts' as const, accounts: [bankholderId] };
  await notify(ctx, { customerId, people, about }, { eventId, type, link, ...words });
};

export const notifyAppealDeclined: TransactionalHandler<AppealDeclined> = async (ctx, { eventId, payload }) => {
  const { customerId, friendName: name, answer } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['introducer']);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    {
      eventId,
      type,
      severity: 'info',
      title: message('notice_referral_appeal_declined_title'),
      message: message('notice_referral_appeal_declined', { name }),
      detail: answer,
      link: await selectIntroducerPage(ctx.tx, customerId),
    },
  );
};

/** To the friend. */
export const notifyFreeTransfers: TransactionalHandler<FreeTransfersGranted> = async (ctx, { eventId, payload }) => {
  const { customerId, count } = payload;
  const people = await usersWithAnyAccess(ctx.tx, customerId, ['payment']);
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    {
      eventId,
      type,
      severity: 'success',
      title: message('notice_free_transfers_title'),
      message: message('notice_free_transfers', { count }),
      link: null,
    },
  );
};
