import { accessKeys } from '@larkmere/contract/platform/access';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { restrictions } from '@larkmere/contract/platform/restriction';
import { message } from '@larkmere/messages/message';
import { type AccountStatusChange, usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { PriceNoticeEvent } from '../../customers/price-notice/price-notice.ts';
import type { UpgradeEvent } from '../../customers/upgrade/upgrade.ts';
import { pushLiveRefresh } from '../../platform/events/live.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { type NewNotification, type NoticeText, notify } from './notification.ts';
import { priceRiseText } from './price-rise-text.ts';

const texts: Readonly<Partial<Record<AccountStatus, NoticeText>>> = {
  active: {
    severity: 'success',
    title: message('notice_account_active_title'),
    message: message('notice_account_active'),
  },
  restricted: {
    severity: 'warning',
    title: message('notice_account_restricted_title'),
    message: message(restrictions.restricted),
  },
  suspended: {
    severity: 'warning',
    title: message('notice_account_suspended_title'),
    message: message(restrictions.suspended),
  },
  dormant: {
    severity: 'info',
    title: message('notice_account_dormant_title'),
    message: message(restrictions.dormant),
  },
  closing: {
    severity: 'warning',
    title: message('notice_account_closing_title'),
    message: message(restrictions.closing),
  },
  closed: {
    severity: 'info',
    title: message('notice_account_closed_title'),
    message: message('notice_account_closed'),
  },
};

const closingByUs = (endsAt: string): NoticeText => ({
  severity: 'warning',
  title: message('notice_account_closing_by_us_title'),
  message: message('notice_account_closing_by_us', { closesAt: new Date(endsAt) }),
});

/**
 * Everybody who works for the customer, except after a sanctions match or where staff chose so: customers are not told
 * of it, but their open pages show what the account can do now.
 */
export const notifyAccountStatus: TransactionalHandler<AccountStatusChange> = async (ctx, { eventId, payload }) => {
  const { customerId, to, reason, letter } = payload;
  const text = letter?.noticeEndsAt ? closingByUs(letter.noticeEndsAt) : texts[to];
  if (!text) return;
  const people = await usersWithAnyAccess(ctx.tx, customerId, accessKeys);
  if (letter ? letter.isSilent : reason === 'sanctions_match') {
    for (const userId of people) await pushLiveRefresh(ctx.tx, { userId, customerId });
    return;
  }
  const detail = letter?.text ?? null;
  const notice = { eventId, type: `account_status.${to}`, link: null, refreshSession: true, ...text, detail } as const;
  await notify(ctx, { customerId, people, about: { kind: 'none' } }, notice);
};

type UpgradeNotice = NoticeText & Pick<NewNotification, 'link'>;

const upgradePage = '/wallet/upgrade';

function upgradeText({ state, reason }: UpgradeEvent): UpgradeNotice | undefined {
  switch (state) {
    case 'kyc_gap':
      return {
        severity: 'warning',
        title: message('notice_upgrade_details_needed_title'),
        message: message('notice_upgrade_details_needed'),
        link: upgradePage,
      };
    case 'opening_accounts':
      return {
        severity: 'info',
        title: message('notice_upgrade_opening_title'),
        message: message('notice_upgrade_opening'),
        link: upgradePage,
      };
    case 'done':
      return {
        severity: 'success',
        title: message('notice_upgrade_done_title'),
        message: message('notice_upgrade_done'),
        link: '/dashboard',
      };
    case 'refused':
      return {
        severity: 'warning',
        title: message('notice_upgrade_refused_title'),
        message:
          reason === null
            ? message('notice_upgrade_refused')
            : message('notice_upgrade_refused_because', { note: reason }),
        link: upgradePage,
      };
    case 'requested':
    case 'reviewing':
      return undefined;
  }
}

export const notifyUpgrade: TransactionalHandler<UpgradeEvent> = async (ctx, { eventId, payload }) => {
  const words = upgradeText(payload);
  if (!words) return;
  const { customerId, userId, state } = payload;
  const isDone = state === 'done';
  const people = isDone ? await usersWithAnyAccess(ctx.tx, customerId, accessKeys) : [userId];
  await notify(
    ctx,
    { customerId, people, about: { kind: 'none' } },
    { eventId, type: `upgrade.${state}`, ...words, ...(isDone && { refreshSession: true }) },
  );
};

const pages = { plus: '/price-tariff', wallet: '/wallet/price-tariff' } as const;

function announcedText({ takesEffectAt, rises }: PriceNoticeEvent): NoticeText {
  const effectiveOn = londonDay(new Date(takesEffectAt));
  return {
    severity: 'info',
    title: message('notice_price_rise_title'),
    message: message('notice_price_rise', { effectiveOn, changes: priceRiseText(rises, 'rises') }),
  };
}

function cancelledText({ takesEffectAt, rises }: PriceNoticeEvent): NoticeText {
  const effectiveOn = londonDay(new Date(takesEffectAt));
  return {
    severity: 'info',
    title: message('notice_price_rise_cancelled_title'),
    message: message('notice_price_rise_cancelled', { effectiveOn, changes: priceRiseText(rises, 'stays') }),
  };
}

/** Everybody who works for the customer. */
const notifyPriceRise =
  (type: string, toText: (event: PriceNoticeEvent) => NoticeText): TransactionalHandler<PriceNoticeEvent> =>
  async (ctx, { eventId, payload }) => {
    const { customerId, tier } = payload;
    const people = await usersWithAnyAccess(ctx.tx, customerId, accessKeys);
    const supersedes = type === 'price_rise.cancelled' ? { supersedes: ['price_rise.announced'] } : {};
    const notice = { eventId, type, link: pages[tier], ...toText(payload), ...supersedes };
    await notify(ctx, { customerId, people, about: { kind: 'none' } }, notice);
  };

export const notifyRiseAnnounced = notifyPriceRise('price_rise.announced', announcedText);
export const notifyRiseCancelled = notifyPriceRise('price_rise.cancelled', cancelledText);
