import { bankAccount } from '../accounts/bank-account/bank-account.texts.ts';
import { activity } from '../accounts/statement/activity.texts.ts';
import { wallet } from '../accounts/wallet/wallet.texts.ts';
import { kyc } from '../customers/kyc/kyc.texts.ts';
import { rate } from '../fx/rate/rate.texts.ts';
import { pin } from '../identity/pin/pin.texts.ts';
import { session } from '../identity/session/session.texts.ts';
import { notification } from '../notifications/notification/notification.texts.ts';
import { payee } from '../payees/payee/payee.texts.ts';
import { paymentStatus } from '../payments/payment/payment-status.texts.ts';
import { receipt } from '../payments/receipt/receipt.texts.ts';
import { menuTexts } from '../shell/menu.texts.ts';
import { shell } from '../shell/shell.texts.ts';
import { typed } from '../ui/typed.texts.ts';
import { ui } from '../ui/ui.texts.ts';

export const messages = {
  ui,
  typed,
  shell: { ...shell, ...menuTexts },
  session,
  kyc,
  pin,
  payee,
  paymentStatus,
  receipt,
  bankAccount,
  activity,
  rate,
  notification,
  wallet,
} as const;
