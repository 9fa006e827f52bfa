import { accessKeys } from '@larkmere/contract/platform/access';
import { message } from '@larkmere/messages/message';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { UpgradeEvent } from '../../customers/upgrade/upgrade.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, type NoticeText, notify } from './notification.ts';

type UpgradeNotice = NoticeText & Pick<NewNotification, 'link'>;

const upgradePage = '/wallet/upgrade';

function toText({ state, reason }: UpgradeEvent): UpgradeNotice | undefined {
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
  const words = toText(payload);
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
