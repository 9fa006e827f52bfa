import { activity } from './en/activity.ts';
import { bankAccount } from './en/bank-account.ts';
import { kyc } from './en/kyc.ts';
import { notification } from './en/notification.ts';
import { payee } from './en/payee.ts';
import { paymentStatus } from './en/payment-status.ts';
import { pin } from './en/pin.ts';
import { rate } from './en/rate.ts';
import { receipt } from './en/receipt.ts';
import { rightNotice } from './en/right-notice.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { typed } from './en/typed.ts';
import { ui } from './en/ui.ts';
import { wallet } from './en/wallet.ts';

export const messages = {
  ui,
  typed,
  shell,
  session,
  kyc,
  pin,
  payee,
  paymentStatus,
  receipt,
  bankAccount,
  activity,
  rate,
  rightNotice,
  notification,
  wallet,
} as const;
