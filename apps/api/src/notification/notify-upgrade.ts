import { accessKeys } from '@larkmere/contract/access';
import { peopleWithAny } from '../customer/customer.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { UpgradeNews } from '../upgrade/upgrade.ts';
import { type Notice, notify } from './notification.ts';

type Words = Pick<Notice, 'severity' | 'title' | 'message' | 'link'>;

const page = '/wallet/upgrade';

function wordsOf({ state, reason }: UpgradeNews): Words | undefined {
  switch (state) {
    case 'kyc_gap':
      return {
        severity: 'warning',
        title: 'Something is missing for Plus',
        message: 'We need something more before we can open your Plus account. Your wallets work as before.',
        link: page,
      };
    case 'opening_accounts':
      return {
        severity: 'info',
        title: 'Your Plus account is being opened',
        message: 'Our bank opens your accounts. Your wallets work as before until then.',
        link: page,
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
        link: page,
      };
    case 'requested':
    case 'reviewing':
      return undefined;
  }
}

export const notifyUpgrade: InsideListener<UpgradeNews> = async (ctx, { eventId, payload }) => {
  const words = wordsOf(payload);
  if (!words) return;
  const { customerId, personId, state } = payload;
  const isDone = state === 'done';
  const people = isDone ? await peopleWithAny(ctx.tx, customerId, accessKeys) : [personId];
  await notify(ctx, people, { eventId, type: `upgrade.${state}`, ...words, ...(isDone && { renews: true }) });
};
