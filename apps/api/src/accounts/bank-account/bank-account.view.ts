import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { BankAccount } from './bank-account.ts';

type Feature = BankAccountView['features'][number];

export const toBankAccountView = (account: BankAccount): BankAccountView => ({
  uid: account.id,
  cardholderid: account.cardholderId,
  bankholderid: account.bankholderId,
  holder: account.holder,
  currency: account.currency,
  status: account.status,
  product: account.product,
  accountnumber: account.accountNumber,
  sortcode: account.sortCode,
  hascard: account.cardLast4 !== null,
  cardlast4: account.cardLast4,
  venderType: account.vendorType,
  international: internationalOf(account),
  reference: account.product === 'wallet' || account.vendorType === 'ifx' ? account.sepaReference : null,
  features: featuresOf(account),
});

function internationalOf({ iban, bic, correspondent, sepaReference }: BankAccount): BankAccountView['international'] {
  return iban && bic ? { iban, bic, correspondent, reference: sepaReference } : null;
}

/** GBP leaves by sort code and account number, every other currency by IBAN. */
function featuresOf({ status, currency, accountNumber, iban, cardLast4 }: BankAccount): Feature[] {
  if (status !== 'active') return [];
  const sends = currency === 'GBP' ? accountNumber !== null : iban !== null;
  const able: Readonly<Record<Feature, boolean>> = {
    receive: accountNumber !== null || iban !== null,
    send: sends,
    standingorder: sends,
    card: cardLast4 !== null,
  };
  return (Object.keys(able) as Feature[]).filter((feature) => able[feature]);
}
