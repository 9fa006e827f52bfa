import { currenciesOf, type PayeeCurrency, payeeTypes, usualType } from '@larkmere/contract/payee-type';
import { isCurrency, isPositive, type Money, readAmount } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import { type Payee, type ReadPayee, readPayee } from '../payee/payee.ts';
import { type CheckedRow, type GivenRow, type RowFault, ways } from './bulk-payment.ts';

/** Columns that are not details of the payee. */
const own = ['name', 'amount', 'currency', 'reference', 'type', 'entityType', 'nickname'];

/** Looks at one row by itself, as the form for one payee does. What others say is not known here. */
export function checkRow(given: GivenRow): CheckedRow {
  const kind = kindOf(given);
  const amount = amountOf(given, kind?.currency);
  const faults: RowFault[] = [];
  if (!kind) faults.push({ field: 'currency', message: 'Name a currency that can be paid, such as GBP' });
  else if (!ways[kind.type])
    faults.push({ field: 'currency', message: `${kind.currency} cannot be paid from a file yet. Leave the row out.` });
  if (!amount) faults.push({ field: 'amount', message: 'Enter an amount above zero, such as 25.00' });
  if (!given.reference) faults.push({ field: 'reference', message: 'Enter a reference' });
  const read = kind && payeeIn(given, kind);
  if (read && 'faults' in read) faults.push(...read.faults);
  if (faults.length > 0 || !read || 'faults' in read || !amount) return { given, faults, read: undefined };
  const { defaultReference, ...payee } = read.payee;
  const entityType = given.entityType?.toLowerCase() === 'company' ? 'company' : 'individual';
  const reference = defaultReference ?? '';
  return { given, faults, read: { payee: { ...payee, defaultReference: null, entityType }, amount, reference } };
}

type Kind = Readonly<{ type: Payee['type']; currency: PayeeCurrency }>;

/** How the row wants to be paid. What it does not say follows from the account it names. */
function kindOf(given: GivenRow): Kind | undefined {
  const code = (given.currency || (given.sortCode ? 'GBP' : '')).toUpperCase();
  const type = payeeTypes.find((each) => each === given.type?.toLowerCase());
  const currency = currenciesOf.swt.find((each) => each === code);
  if (!currency || (type && !currenciesOf[type].includes(currency))) return undefined;
  return { currency, type: type ?? usualType(currency) };
}

/** `1,250.00` as people write it; what could mean two amounts is none. */
function amountOf({ amount = '' }: GivenRow, currency: string | undefined): Money | undefined {
  const plain = amount.replace(/\s/g, '');
  const text = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  const read = currency !== undefined && isCurrency(currency) ? readAmount(currency, text) : undefined;
  return read && isPositive(read) ? read : undefined;
}

function payeeIn(given: GivenRow, kind: Kind): { payee: ReadPayee } | { faults: RowFault[] } {
  const details = Object.fromEntries(Object.entries(given).filter(([key, text]) => text && !own.includes(key)));
  const { iban = '', bic = '', bankCode } = details;
  if (kind.type === 'eur' && !details.country) details.country = iban.slice(0, 2).toUpperCase();
  if (kind.type === 'thb' && !details.payTo && bankCode) details.payTo = 'account';
  if (kind.type === 'swt' && !details.country) details.country = bic.slice(4, 6).toUpperCase();
  try {
    return { payee: readPayee({ ...kind, name: given.name ?? '', defaultReference: given.reference ?? '', details }) };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    return { faults: error.errors.map(({ field, message }) => ({ field: columnOf(field), message })) };
  }
}

const columnOf = (field: string): string => (field === 'defaultReference' ? 'reference' : field);
