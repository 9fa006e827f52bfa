import type { BankAccount } from '../bank-account/bank-account.ts';
import type { Payee } from '../payee/payee.ts';
import type { RailAccount, RailAddress } from './rails/rail.ts';

const thaiProxies = { mobile: 'mobile', ewallet: 'ewallet' } as const;

/** The payee's account as its rail names it; undefined where no rail of ours reaches it. */
export function accountOfPayee({ type, entityType, details }: Payee): RailAccount | undefined {
  const { sortCode = '', accountNumber = '', iban, bic, bankCode = '', proxy = '', payTo, abaRouting = '' } = details;
  if (type === 'gbp') return { kind: 'uk', sortCode, accountNumber };
  if (type === 'usd') return { kind: 'us', aba: abaRouting, accountNumber, ...kindOfAccount(details.accountType) };
  if (type === 'thb') {
    if (payTo === 'account') return { kind: 'thai', bankCode, accountNumber };
    const ofId = entityType === 'company' ? 'tax_id' : 'national_id';
    return { kind: 'promptpay', proxyType: thaiProxies[payTo as 'mobile'] ?? ofId, proxyId: proxy };
  }
  if (iban) return { kind: 'iban', iban, ...(bic && { bic }) };
  return bic ? { kind: 'other', bic, accountNumber } : undefined;
}

const kindOfAccount = (said: string | undefined): { accountType?: 'checking' | 'savings' } =>
  said === 'checking' || said === 'savings' ? { accountType: said } : {};

/** Where the payee lives, when the type of payee asks for it. */
export function addressOfPayee({ details }: Payee): RailAddress | null {
  const { addressLine1: street, postCode, townName: town, addressCountry: country } = details;
  return town && country ? { ...(street && { street }), ...(postCode && { postCode }), town, country } : null;
}

/** The payer's own account as it travels: sort code and number for pounds, the IBAN for everything else. */
export function accountOfPayer({ currency, sortCode, accountNumber, iban, bic }: BankAccount): RailAccount | undefined {
  if (currency === 'GBP' && sortCode && accountNumber) return { kind: 'uk', sortCode, accountNumber };
  return iban ? { kind: 'iban', iban, ...(bic && { bic }) } : undefined;
}
