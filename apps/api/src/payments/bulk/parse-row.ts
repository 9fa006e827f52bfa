import { currenciesByPayeeType, defaultPayeeType, payeeTypes } from '@larkmere/contract/payees/payee-type';
import { PaymentScheme } from '@larkmere/contract/payments/payment';
import { findRegulatoryCode, regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import { type RegulatoryField, regulatoryCodes } from '@larkmere/contract/payments/regulatory-codes';
import { amountTextError } from '@larkmere/contract/platform/amount-text-error';
import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import { message } from '@larkmere/messages/message';
import { type Currency, isCurrency } from '@larkmere/money/money';
import { readAmountText } from '@larkmere/money/parse-amount';
import { type ParsedPayeeDetails, type Payee, parsePayeeDetails } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { keysOf } from '../../platform/values/values.ts';
import { type ParsedRow, payablePayeeTypes, type RowFault, type RowInstruction, type RowValues } from './bulk.ts';
import { isIdentifierColumn } from './columns.ts';
import { parseDate } from './parse-date.ts';

const paymentColumns = [
  'name amount currency reference type entityType nickname scheme debitCurrency amountCurrency executionDate',
  'purpose relationship sourceOfFunds',
].flatMap((line) => line.split(' '));

/** Checks one row without the database and returns all faults at once. */
export function parseRow(values: RowValues): ParsedRow {
  const given = cleanTexts(values);
  const kind = detectKind(given);
  const { amount: text = '' } = given;
  const amount = kind && readAmountText(text, kind.currency);
  const amountError = kind && amountTextError(text, kind.currency);
  const faults: RowFault[] = kind ? findKindFaults(kind, given) : [currencyFault];
  if (kind && !payablePayeeTypes.includes(kind.type))
    return { values: given, faults, instruction: undefined, payee: undefined };
  if (amountError) faults.push({ field: 'amount', reason: amountError });
  else if (!kind && !text) faults.push({ field: 'amount', reason: message('amount_empty') });
  if (!given.reference) faults.push({ field: 'reference', reason: message('reference_required') });
  if (!kind && !given.name) faults.push({ field: 'name', reason: message('payee_name_required') });
  const found = kind && parseRowPayee(given, kind);
  if (found) faults.push(...findLostZeros(given, kind), ...found.faults);
  const date = given.executionDate ? parseDate(given.executionDate) : undefined;
  if (date && 'fault' in date) faults.push({ field: 'executionDate', reason: date.fault });
  if (faults.length > 0 || !kind || !found?.payee || !amount)
    return { values: given, faults, instruction: undefined, payee: found?.payee };
  const { defaultReference, ...payee } = found.payee;
  const entityType = detectEntityType(given);
  const scheme = kind.currency === 'EUR' ? parseScheme(given) : undefined;
  const debitCurrency = parseDebitCurrency(given);
  const understood: RowInstruction = {
    payee: { ...payee, defaultReference: null, entityType },
    amount,
    reference: defaultReference ?? '',
    regulatoryInformation: parseRegulatoryFields(given),
    ...(scheme && { scheme }),
    ...(debitCurrency && { debitCurrency }),
    ...(date && 'day' in date && { executionDate: date.day }),
  };
  return { values: given, faults, instruction: understood, payee };
}

/** Numbers stay as they are, so that a hidden character in them is refused by name. */
const cleanTexts = (values: RowValues): RowValues =>
  Object.fromEntries(
    Object.entries(values).map(([column, text]) => [
      column,
      isIdentifierColumn(column) ? text : removeHiddenCharacters(text),
    ]),
  );

const currencyFault: RowFault = {
  field: 'currency',
  reason: message('bulk_currency_required'),
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
  if (!payablePayeeTypes.includes(type)) {
    return [{ field: 'currency', reason: message('bulk_currency_not_supported', { currency }) }];
  }
  const sellCurrency = given.amountCurrency?.toUpperCase();
  if (sellCurrency && sellCurrency !== currency)
    return [
      {
        field: 'amountCurrency',
        reason: message('bulk_amount_in_other_currency', { buyCurrency: currency, sellCurrency }),
      },
    ];
  if (given.debitCurrency && !parseDebitCurrency(given))
    return [{ field: 'debitCurrency', reason: message('bulk_debit_currency_unknown') }];
  if (given.scheme && !parseScheme(given)) return [{ field: 'scheme', reason: message('scheme_invalid') }];
  return [];
}

function parseDebitCurrency({ debitCurrency = '' }: RowValues): Currency | undefined {
  const code = debitCurrency.trim().toUpperCase();
  return isCurrency(code) ? code : undefined;
}

const businessSuffixes =
  /\b(ltd|limited|plc|llp|llc|lp|inc|corp|co|company|gmbh|ag|kg|bv|nv|sa|sas|sarl|srl|spa|oy|ab|as)\.?$/i;

function detectEntityType({ entityType = '', name = '' }: RowValues): Payee['entityType'] {
  const type = entityType.toLowerCase();
  if (type === 'company' || type === 'individual') return type;
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
    const shown = isLost ? errors.filter(({ field }) => field !== 'iban') : errors;
    return {
      payee: isKnown ? parsePayeeDetails(typed) : undefined,
      faults: shown.flatMap((each) => toColumnFaults(given, { field: each.field, reason: each.reason })),
    };
  }
}

/** Spreadsheets drop leading zeros, so a file writes them all. A form pads the shorter numbers that people type. */
function findLostZeros({ accountNumber = '' }: RowValues, { type }: PayeeKind): RowFault[] {
  const { length } = identifierValue(accountNumber, 'digits') ?? '';
  if (type !== 'gbp' || (length !== 6 && length !== 7)) return [];
  return [{ field: 'accountNumber', reason: message('bulk_account_number_zeros', { length }) }];
}

function toColumnFaults({ country, iban }: RowValues, { field, reason }: RowFault): RowFault[] {
  if (field === 'country' && !country)
    return [{ field: 'iban', reason: message(iban ? 'iban_not_sepa' : 'iban_required') }];
  if (field === 'bankCode') return [{ field, reason: message('bank_code_thai_invalid') }];
  return [{ field: field === 'defaultReference' ? 'reference' : field, reason }];
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
  if (proxy.trim() === '') return 'account';
  const digits = identifierValue(proxy, 'phone') ?? '';
  return digits.length === 15 ? 'ewallet' : digits.length === 13 && !digits.startsWith('0066') ? 'id' : 'mobile';
}

const columnByField = { purposeCode: 'purpose', relationship: 'relationship', sourceOfFunds: 'sourceOfFunds' } as const;
const regulatoryFieldNames = keysOf(columnByField);

export const parseRegulatoryFields = (given: RowValues): RowInstruction['regulatoryInformation'] =>
  Object.fromEntries(
    regulatoryFieldNames.flatMap((key) => {
      const code = findRegulatoryCode(key, given[columnByField[key]] ?? '');
      return code ? [[key, code]] : [];
    }),
  );

const fieldPrompts = {
  purposeCode: 'bulk_purpose_required',
  relationship: 'bulk_relationship_required',
  sourceOfFunds: 'bulk_source_of_funds_required',
} as const;

const listChoices = (key: RegulatoryField): string[] =>
  regulatoryCodes[key].map((code) => regulatoryCodeLabel(key, code));

export const findRegulatoryFaults = (
  given: RowValues,
  information: RowInstruction['regulatoryInformation'],
  asks: readonly RegulatoryField[],
): RowFault[] =>
  asks
    .filter(
      (key) =>
        !information[key] || (given[columnByField[key]] && !findRegulatoryCode(key, given[columnByField[key]] ?? '')),
    )
    .map((key) => ({ field: columnByField[key], reason: message(fieldPrompts[key], { choices: listChoices(key) }) }));
