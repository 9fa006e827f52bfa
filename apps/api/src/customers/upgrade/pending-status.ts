import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';

const statusTexts: Readonly<Partial<Record<UpgradeState, Pick<PendingStatus, 'owner' | 'reason' | 'nextStep'>>>> = {
  requested: {
    owner: 'us',
    reason: 'We have your request. Your wallets work as before.',
    nextStep: 'We check that nothing is missing.',
  },
  kyc_gap: {
    owner: 'you',
    reason: 'Something that a Plus account needs is missing. Your wallets work as before.',
    nextStep: 'You send what is missing.',
  },
  reviewing: {
    owner: 'us',
    reason: 'One of us looks at your request. Your wallets work as before.',
    nextStep: 'We let the bank open your accounts, or tell you why not.',
  },
  opening_accounts: {
    owner: 'bank',
    reason: 'Our bank opens your accounts. Your wallets work as before.',
    nextStep: 'Your wallets become accounts, with the money that is in them.',
  },
};

export function pendingStatusOf(state: UpgradeState, deadlineAt: Date | null): PendingStatus | null {
  const words = statusTexts[state];
  if (!words || !deadlineAt) return null;
  const until = deadlineAt.toISOString();
  return { ...words, nextUpdateAt: until, deadlineAt: until };
}
