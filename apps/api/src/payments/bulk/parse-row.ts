import { currenciesByPayeeType, defaultPayeeType, payeeTypes } from '@larkmere/contract/payees/payee-type';
import { PaymentScheme } from '@larkmere/contract/payments/payment';
import { amountTextError } from '@larkmere/contract/platform/amount-text-error';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Currency } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';
import { type ParsedPayeeDetails, type Payee, parsePayeeDetails } from '../../payees/payee/payee.ts';
import { fieldErrorText, Refusal } from '../../platform/requests/refusal.ts';
import { type ParsedRow, payablePayeeTypes, type RowFault, type RowInstruction, type RowValues } from './bulk.ts';
import { parseRegulatoryFields } from './regulatory-fields.ts';

const paymentColumns = [
  'name amount currency reference type entityType nickname scheme debitCurrency executionDate',
  'purpose relationship sourceOfFunds',
].flatMap((line) => line.split(' '));

/** Checks one row without the database and returns all faults at once. */
export function parseRow(given: RowValues): ParsedRow {
  const kind = detectKind(given);
  const { amount: text = '' } = given;
  const amount = kind && readAmountText(text, kind.currency);
  const amountError = kind && amountTextError(text, kind.currency);
  const faults: RowFault[] = kind ? findKindFaults(kind, given) : [currencyFault];
  if (kind && !payablePayeeTypes.includes(kind.type))
    return { values: given, faults, instruction: undefined, payee: undefined };
  if (amountError) faults.push({ field: 'amount', message: formatMessage(defaultLanguage, amountError) });
  else if (!kind && !text) faults.push({ field: 'amount', message: defaultText('amount_empty') });
  if (!given.reference) faults.push({ field: 'reference', message: 'Enter a reference' });
  if (!kind && !given.name) faults.push({ field: 'name', message: 'Enter the name on the account' });
  const found = kind && parseRowPayee(given, kind);
  if (found) faults.push(...found.faults);
  if (faults.length > 0 || !kind || !found?.payee || !amount)
    return { values: given, faults, instruction: undefined, payee: found?.payee };
  const { defaultReference, ...payee } = found.payee;
  const entityType = detectEntityType(given);
  const scheme = kind.currency === 'EUR' ? parseScheme(given) : undefined;
  const understood: RowInstruction = {
    payee: { ...payee, defaultReference: null, entityType },
    amount,
    reference: defaultReference ?? '',
    regulatoryInformation: parseRegulatoryFields(given),
    ...(scheme && { scheme }),
  };
  return { values: given, faults, instruction: understood, payee };
}

const currencyFault: RowFault = {
  field: 'currency',
  message: 'Name the currency of this payment: GBP, EUR or THB',
};

type PayeeKind = Readonly<{ type: Payee['type']; currency: Currency }>;

function detectKind(given: RowValues): PayeeKind | undefined {
  const { sortCode, bankCode, proxy } = given;
  const code = (given.currency || (sortCode ? 'GBP' : bankCode || proxy ? 'THB' : '')).toUpperCase();
  const type = payeeTypes.find((each) => each === given.type?.toLowerCase());
  const currency = currenciesByPayeeType.swt.find((each) => each === code);
  if (!currency || (type && !currenciesByPayeeType[type].includes(currency))) return undefined;
  return { currency, type: type ?? defaultPayeeType(currency) };
}

function findKindFaults({ type, currency }: PayeeKind, given: RowValues): RowFault[] {
  const { debitCurrency = currency } = given;
  if (!payablePayeeTypes.includes(type)) {
    const message = `A file pays GBP in the UK, EUR by SEPA and THB in Thailand, and not ${currency} this way. Leave the row out, and pay it by itself.`;
    return [{ field: 'currency', message }];
  }
  if (debitCurrency.toUpperCase() !== currency) {
    const message = `This row pays ${currency} out of ${debitCurrency.toUpperCase()}. A file exchanges nothing: each currency leaves your account in that currency. Leave the row out, or empty this field.`;
    return [{ field: 'debitCurrency', message }];
  }
  if (given.scheme && !parseScheme(given))
    return [{ field: 'scheme', message: 'Write “inst” for SEPA Instant, “sct” for SEPA Credit Transfer, or nothing' }];
  return [];
}

const businessSuffixes =
  /\b(ltd|limited|plc|llp|llc|lp|inc|corp|co|company|gmbh|ag|kg|bv|nv|sa|sas|sarl|srl|spa|oy|ab|as)\.?$/i;

function detectEntityType({ entityType = '', name = '' }: RowValues): Payee['entityType'] {
  const said = entityType.toLowerCase();
  if (said === 'company' || said === 'individual') return said;
  return businessSuffixes.test(name.trim()) ? 'company' : 'individual';
}

const parseScheme = ({ scheme }: RowValues): PaymentScheme | undefined =>
  PaymentScheme.options.find((each) => each === scheme?.toLowerCase());

type RowPayee = Readonly<{ payee: ParsedPayeeDetails | undefined; faults: readonly RowFault[] }>;

/** Identifies the payee even if the reference is invalid, so that the other checks still apply. */
function parseRowPayee(given: RowValues, kind: PayeeKind): RowPayee {
  const typed = { ...kind, name: given.name ?? '', details: toPayeeDetails(given, kind) };
  try {
    return { payee: parsePayeeDetails({ ...typed, defaultReference: given.reference ?? '' }), faults: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const { errors } = error;
    const isKnown = errors.every(({ field }) => field === 'defaultReference');
    const isLost = !given.country && errors.some(({ field }) => field === 'country');
    const told = isLost ? errors.filter(({ field }) => field !== 'iban') : errors;
    return {
      payee: isKnown ? parsePayeeDetails(typed) : undefined,
      faults: told.flatMap((each) => toColumnFaults(given, { field: each.field, message: fieldErrorText(each) })),
    };
  }
}

function toColumnFaults({ country, iban }: RowValues, { field, message }: RowFault): RowFault[] {
  if (field === 'country' && !country)
    return [{ field: 'iban', message: iban ? 'This is no IBAN of a country that SEPA reaches' : 'Enter the IBAN' }];
  if (field === 'bankCode')
    return [{ field, message: 'Write the 3 digits of a Thai bank, such as 004 for Kasikorn Bank' }];
  return [{ field: field === 'defaultReference' ? 'reference' : field, message }];
}

function toPayeeDetails(given: RowValues, { type }: PayeeKind): Record<string, string> {
  const details = Object.fromEntries(
    Object.entries(given).filter(([key, text]) => text && !paymentColumns.includes(key)),
  );
  const { iban = '', bic = '', proxy = '' } = details;
  if (type === 'eur') details.country ||= iban.trim().slice(0, 2).toUpperCase();
  if (type === 'swt') details.country ||= bic.slice(4, 6).toUpperCase();
  if (type === 'thb') details.payTo ||= detectProxyType(proxy);
  return details;
}

/** PromptPay proxies differ in length: e-wallet ids have 15 digits, national ids 13. */
function detectProxyType(proxy: string): string {
  const digits = proxy.replace(/\D/g, '');
  if (digits === '') return 'account';
  return digits.length === 15 ? 'ewallet' : digits.length === 13 && !digits.startsWith('0066') ? 'id' : 'mobile';
}
