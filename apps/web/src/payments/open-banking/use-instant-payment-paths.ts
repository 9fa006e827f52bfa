import { paths } from '../../platform/navigation/paths.ts';
import { currentSession } from '../../platform/session/session.ts';

type Wish = Readonly<{ amount: string; account: string; note?: string }>;

/** Customers with a wallet add money on pages of the wallet area. */
export function useInstantPaymentPaths() {
  const isWallet = currentSession()?.userType === 'wallet';
  return {
    all: isWallet ? paths.walletDeposit : paths.instantPayments,
    payment: (uid: string): string =>
      isWallet ? `${paths.topUpReturn}?payment=${encodeURIComponent(uid)}` : paths.instantPayment(uid),
    again: ({ amount, account, note }: Wish): string =>
      isWallet
        ? paths.walletDepositTo({ amount, to: account })
        : paths.instantPaymentAgain({ amount, account, ...(note && { note }) }),
  };
}
