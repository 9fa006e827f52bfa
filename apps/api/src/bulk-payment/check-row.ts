import { amountTextFaultText } from '@larkmere/contract/amount-text-fault';
import { amountTextWords } from '@larkmere/contract/amount-text-words';
import { currenciesOf, payeeTypes, usualType } from '@larkmere/contract/payee-type';
import { PaymentScheme } from '@larkmere/contract/payment';
import type { Currency } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';
import { Refusal } from '../kernel/refusal.ts';
import { type Payee, type ReadPayee, readPayee } from '../payee/payee.ts';
import { type CheckedRow, type GivenRow, payable, type ReadRow, type RowFault } from './bulk-payment.ts';
import { saidIn } from './say-of-row.ts';

const own = [
  'name amount currency reference type entityType nickname scheme debitCurrency executionDate',
  'purpose relationship sourceOfFunds',
].flatMap((line) => line.split(' '));

/** Checks one row without the database and returns all faults at once. */
export function checkRow(given: GivenRow): CheckedRow {
  const kind = kindOf(given);
  const { amount: text = '' } = given;
  const amount = kind && readAmountText(text, kind.currency);
  const amountFault = kind ? amountTextFaultText(text, kind.currency) : text ? undefined : amountTextWords.empty;
  const faults: RowFault[] = kind ? faultsOfKind(kind, given) : [currencyFault];
  if (kind && !payable.includes(kind.type)) return { given, faults, read: undefined, payee: undefined };
  if (amountFault) faults.push({ field: 'amount', message: amountFault });
  if (!given.reference) faults.push({ field: 'reference', message: 'Enter a reference' });
  if (!kind && !given.name) faults.push({ field: 'name', message: 'Enter the name on the account' });
  const found = kind && payeeIn(given, kind);
  if (found) faults.push(...found.faults);
  if (faults.length > 0 || !kind || !found?.payee || !amount)
    return { given, faults, read: undefined, payee: found?.payee };
  const { defaultReference, ...payee } = found.payee;
  const entityType = entityTypeOf(given);
  const scheme = kind.currency === 'EUR' ? schemeOf(given) : undefined;
  const understood: ReadRow = {
    payee: { ...payee, defaultReference: null, entityType },
    amount,
    reference: defaultReference ?? '',
    said: saidIn(given),
    ...(scheme && { scheme }),
  };
  return { given, faults, read: understood, payee };
}

const currencyFault: RowFault = {
  field: 'currency',
  message: 'Name the currency of this payment: GBP, EUR or THB',
};

type Kind = Readonly<{ type: Payee['type']; currency: Currency }>;

function kindOf(given: GivenRow): Kind | undefined {
  const { sortCode, bankCode, proxy } = given;
  const code = (given.currency || (sortCode ? 'GBP' : bankCode || proxy ? 'THB' : '')).toUpperCase();
  const type = payeeTypes.find((each) => each === given.type?.toLowerCase());
  const currency = currenciesOf.swt.find((each) => each === code);
  if (!currency || (type && !currenciesOf[type].includes(currency))) return undefined;
  return { currency, type: type ?? usualType(currency) };
}

function faultsOfKind({ type, currency }: Kind, given: GivenRow): RowFault[] {
  const { debitCurrency = currency } = given;
  if (!payable.includes(type)) {
    const message = `A file pays GBP in the UK, EUR by SEPA and THB in Thailand, and not ${currency} this way. Leave the row out, and pay it by itself.`;
    return [{ field: 'currency', message }];
  }
  if (debitCurrency.toUpperCase() !== currency) {
    const message = `This row pays ${currency} out of ${debitCurrency.toUpperCase()}. A file exchanges nothing: each currency leaves your account in that currency. Leave the row out, or empty this field.`;
    return [{ field: 'debitCurrency', message }];
  }
  if (given.scheme && !schemeOf(given))
    return [{ field: 'scheme', message: 'Write “inst” for SEPA Instant, “sct” for SEPA Credit Transfer, or nothing' }];
  return [];
}

const companyWords =
  /\b(ltd|limited|plc|llp|llc|lp|inc|corp|co|company|gmbh|ag|kg|bv|nv|sa|sas|sarl|srl|spa|oy|ab|as)\.?$/i;

function entityTypeOf({ entityType = '', name = '' }: GivenRow): Payee['entityType'] {
  const said = entityType.toLowerCase();
  if (said === 'company' || said === 'individual') return said;
  return companyWords.test(name.trim()) ? 'company' : 'individual';
}

const schemeOf = ({ scheme }: GivenRow): PaymentScheme | undefined =>
  PaymentScheme.options.find((each) => each === scheme?.toLowerCase());

type Found = Readonly<{ payee: ReadPayee | undefined; faults: readonly RowFault[] }>;

/** Identifies the payee even if the reference is invalid, so that the other checks still apply. */
function payeeIn(given: GivenRow, kind: Kind): Found {
  const typed = { ...kind, name: given.name ?? '', details: detailsIn(given, kind) };
  try {
    return { payee: readPayee({ ...typed, defaultReference: given.reference ?? '' }), faults: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const { errors } = error;
    const isKnown = errors.every(({ field }) => field === 'defaultReference');
    const isLost = !given.country && errors.some(({ field }) => field === 'country');
    const told = isLost ? errors.filter(({ field }) => field !== 'iban') : errors;
    return {
      payee: isKnown ? readPayee(typed) : undefined,
      faults: told.flatMap(({ field, message }) => faultOf(given, { field, message })),
    };
  }
}

function faultOf({ country, iban }: GivenRow, { field, message }: RowFault): RowFault[] {
  if (field === 'country' && !country)
    return [{ field: 'iban', message: iban ? 'This is no IBAN of a country that SEPA reaches' : 'Enter the IBAN' }];
  if (field === 'bankCode')
    return [{ field, message: 'Write the 3 digits of a Thai bank, such as 004 for Kasikorn Bank' }];
  return [{ field: field === 'defaultReference' ? 'reference' : field, message }];
}

function detailsIn(given: GivenRow, { type }: Kind): Record<string, string> {
  const details = Object.fromEntries(Object.entries(given).filter(([key, text]) => text && !own.includes(key)));
  const { iban = '', bic = '', proxy = '' } = details;
  if (type === 'eur') details.country ||= iban.trim().slice(0, 2).toUpperCase();
  if (type === 'swt') details.country ||= bic.slice(4, 6).toUpperCase();
  if (type === 'thb') details.payTo ||= payToOf(proxy);
  return details;
}

/** PromptPay proxies differ in length: e-wallet ids have 15 digits, national ids 13. */
function payToOf(proxy: string): string {
  const digits = proxy.replace(/\D/g, '');
  if (digits === '') return 'account';
  return digits.length === 15 ? 'ewallet' : digits.length === 13 && !digits.startsWith('0066') ? 'id' : 'mobile';
}
