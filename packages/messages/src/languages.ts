import { access } from './en/access.ts';
import { accounts } from './en/accounts.ts';
import { amounts } from './en/amounts.ts';
import { approvals } from './en/approvals.ts';
import { autoFx } from './en/auto-fx.ts';
import { backOffice } from './en/back-office.ts';
import { bulk } from './en/bulk.ts';
import { cardEmails } from './en/card-emails.ts';
import { cardPayments } from './en/card-payments.ts';
import { cards } from './en/cards.ts';
import { customers } from './en/customers.ts';
import { documents } from './en/documents.ts';
import { emails } from './en/emails.ts';
import { favourites } from './en/favourites.ts';
import { fields } from './en/fields.ts';
import { fx } from './en/fx.ts';
import { helpEmails } from './en/help-emails.ts';
import { identity } from './en/identity.ts';
import { introducerPartners } from './en/introducer-partners.ts';
import { issuedCards } from './en/issued-cards.ts';
import { kyc } from './en/kyc.ts';
import { kycEmails } from './en/kyc-emails.ts';
import { letters } from './en/letters.ts';
import { manualFx } from './en/manual-fx.ts';
import { notifications } from './en/notifications.ts';
import { openBanking } from './en/open-banking.ts';
import { partnerEmails } from './en/partner-emails.ts';
import { payeeFields } from './en/payee-fields.ts';
import { payees } from './en/payees.ts';
import { paymentStatus } from './en/payment-status.ts';
import { payments } from './en/payments.ts';
import { platform } from './en/platform.ts';
import { priceNotices } from './en/price-notices.ts';
import { receipts } from './en/receipts.ts';
import { referrals } from './en/referrals.ts';
import { refusals } from './en/refusals.ts';
import { review } from './en/review.ts';
import { sms } from './en/sms.ts';
import { staffEmails } from './en/staff-emails.ts';
import { standingOrders } from './en/standing-orders.ts';
import { summaries } from './en/summaries.ts';
import { supportEmails } from './en/support-emails.ts';
import { users } from './en/users.ts';

/** One file per subject. A code belongs to one of them only. */
export const subjects = {
  access,
  accounts,
  amounts,
  approvals,
  autoFx,
  backOffice,
  bulk,
  cardEmails,
  cardPayments,
  cards,
  customers,
  documents,
  emails,
  favourites,
  fields,
  fx,
  identity,
  introducerPartners,
  issuedCards,
  kyc,
  helpEmails,
  supportEmails,
  staffEmails,
  kycEmails,
  letters,
  manualFx,
  openBanking,
  partnerEmails,
  notifications,
  payeeFields,
  payees,
  paymentStatus,
  payments,
  platform,
  priceNotices,
  receipts,
  referrals,
  refusals,
  review,
  sms,
  standingOrders,
  summaries,
  users,
};

const en = {
  ...access,
  ...accounts,
  ...amounts,
  ...approvals,
  ...autoFx,
  ...backOffice,
  ...bulk,
  ...cardEmails,
  ...cardPayments,
  ...cards,
  ...customers,
  ...documents,
  ...emails,
  ...favourites,
  ...fields,
  ...fx,
  ...identity,
  ...introducerPartners,
  ...issuedCards,
  ...kyc,
  ...helpEmails,
  ...supportEmails,
  ...staffEmails,
  ...kycEmails,
  ...letters,
  ...manualFx,
  ...openBanking,
  ...partnerEmails,
  ...notifications,
  ...payeeFields,
  ...payees,
  ...paymentStatus,
  ...payments,
  ...platform,
  ...receipts,
  ...priceNotices,
  ...referrals,
  ...refusals,
  ...review,
  ...sms,
  ...standingOrders,
  ...summaries,
  ...users,
} as const;

export type Texts = typeof en;

/** A further language is a folder with the same subjects and codes. */
export const languages = { en } satisfies Record<string, Record<keyof Texts, string>>;

export type Language = keyof typeof languages;
export const defaultLanguage: Language = 'en';
