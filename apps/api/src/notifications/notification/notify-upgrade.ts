import { accessKeys } from '@larkmere/contract/platform/access';
import { usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { UpgradeEvent } from '../../customers/upgrade/upgrade.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

type NotificationText = Pick<NewNotification, 'severity' | 'title' | 'message' | 'link'>;

const upgradePage = '/wallet/upgrade';

function toText({ state, reason }: UpgradeEvent): NotificationText | undefined {
  switch (state) {
    case 'kyc_gap':
      return {
        severity: 'warning',
        title: 'Something is missing for Plus',
        message: 'We need something more before we can open your Plus account. Your wallets work as before.',
        link: upgradePage,
      };
    case 'opening_accounts':
      return {
        severity: 'info',
        title: 'Your Plus account is being opened',
        message: 'Our bank opens your accounts. Your wallets work as before until then.',
        link: upgradePage,
      };
    case 'done':
      return {
        severity: 'success',
        title: 'Your Plus account is open',
        message: 'Your wallets are accounts now, with the same money in them.',
        link: '/dashboard',
      };
    case 'refused':
      return {
        severity: 'warning',
        title: 'Your upgrade did not go through',
        message: reason ?? 'Your wallets stay as they are.',
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
  await notify(ctx, people, { eventId, type: `upgrade.${state}`, ...words, ...(isDone && { refreshSession: true }) });
};
