import { createHash } from 'node:crypto';
import type { BulkRail } from '@larkmere/contract/bulk-payment';
import { type Choice, choiceNames } from '@larkmere/contract/payment-choices';
import { type WarningCode, warningFor } from '@larkmere/contract/payment-warning';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { type AskedName, demandsOnPayee, manyNames } from '../payee/payee.ts';
import { askedByCurrency, waysOfPayments } from '../payment/payment.ts';
import { type Known, knownPayees } from './bulk-payment.read.ts';
import type { Standing } from './bulk-payment.sql.ts';
import type { CheckedRow, GivenRow, ReadRow, RowFault } from './bulk-payment.ts';
import { forbiddenName, nameStanding } from './name-standing.ts';
import { faultsOfBackground, saidIn } from './say-of-row.ts';

type Numbered = CheckedRow & Readonly<{ number: number }>;

const accountKey = ({ type, currency, account }: Pick<Known, 'type' | 'currency' | 'account'>): string =>
  JSON.stringify([type, currency, account]);

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

type Number = number | undefined;
export type Others = Readonly<{
  twinOf: (twin: string, number: number) => Number | Promise<Number>;
  namesakeOf: (payee: ReadRow['payee'], number: number) => Number | Promise<Number>;
}>;

export async function standRows(
  { tx, now, actor }: CustomerCtx,
  rows: readonly Numbered[],
  { twinOf, namesakeOf }: Others,
): Promise<Standing[]> {
  const accounts = rows.flatMap(({ payee }) => payee ?? []);
  const known = new Map((await knownPayees(tx, actor.customerId, accounts)).map((payee) => [accountKey(payee), payee]));
  const wayOf = await waysOfPayments(tx, { tier: actor.userType, route: 'direct' });
  const asks = await askedByCurrency(
    tx,
    accounts.map(({ currency }) => currency),
  );
  const isNew = ({ payee }: Numbered): boolean => payee !== undefined && !known.has(accountKey(payee));
  const questions = rows.map((row) =>
    row.read && row.faults.length === 0 && isNew(row) ? questionOf(row.read) : undefined,
  );
  const asked = questions.filter((question) => question !== undefined);
  const answers = await manyNames.freshAnswers({ tx, now }, actor.customerId, asked);
  const answerTo = new Map(asked.map((question, place) => [question, answers[place]]));
  const isForbidden = await manyNames.forbidsNoMatch(tx, actor.customerId);
  const isAdding = rows.some(isNew) && (await canAddPayees(tx, actor));
  const standings: Standing[] = [];
  for (const [place, row] of rows.entries()) {
    const payee = row.payee && known.get(accountKey(row.payee));
    const twin = row.read ? twinKey(row.read) : null;
    const other = twin === null ? undefined : await twinOf(twin, row.number);
    const namesake = row.read && !payee ? await namesakeOf(row.read.payee, row.number) : undefined;
    const rail = row.read ? (wayOf(row.read).rail as BulkRail) : null;
    const name = nameOf(questions[place], answerTo);
    standings.push(standing(row, { payee, twin, other, namesake, rail, isAdding, isForbidden, name, asks }));
  }
  return standings;
}

async function canAddPayees(tx: Tx, actor: CustomerCtx['actor']): Promise<boolean> {
  try {
    return (await demandsOnPayee({ tx }, actor)).length === 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

type Around = Readonly<{
  payee: Known | undefined;
  twin: string | null;
  other: number | undefined;
  namesake: number | undefined;
  rail: BulkRail | null;
  isAdding: boolean;
  isForbidden: boolean;
  name: Name;
  asks: ReadonlyMap<string, readonly Choice[]>;
}>;

function standing(
  { given, faults, read, payee: paid, number }: Numbered,
  { payee, twin, other, namesake, rail, isAdding, isForbidden, name, asks }: Around,
): Standing {
  const all: RowFault[] = [...faults];
  if (payee && payee.status !== 'approved')
    all.push({ field: 'name', message: 'You have this payee, and it cannot be paid at the moment' });
  if (payee?.nameResult === 'no_match' && isForbidden) all.push(forbiddenName);
  if (other !== undefined)
    all.push({
      field: 'reference',
      message: `Row ${other} says the same. Leave one of them out, or give it another reference.`,
    });
  if (namesake !== undefined)
    all.push({
      field: 'name',
      message: `Row ${namesake} pays this account under another name. Give both the name of whoever has the account.`,
    });
  if (paid && !payee && !isAdding)
    all.push({
      field: 'name',
      message: 'This payee is new, and a colleague has to approve new payees. Add the payee first.',
    });
  const said = saidOf(given, payee);
  if (paid) all.push(...faultsOfBackground(given, said, asks.get(paid.currency) ?? []));
  const told = read && name?.answer && nameStanding(name.answer, { type: read.payee.type, isForbidden });
  const faulty = [...all, ...(told?.faults ?? [])];
  const state = name && !told ? 'checking' : (told?.state ?? 'ready');
  return {
    state: faulty.length > 0 ? 'faulty' : state,
    given,
    faults: faulty,
    name_key: name?.key ?? null,
    name_check_id: name?.answer?.id ?? null,
    read: read ? { payee: read.payee, reference: read.reference, said, scheme: read.scheme } : null,
    warning_code: read ? warningOf(payee, said) : null,
    currency: read?.amount.currency ?? null,
    amount_minor: read ? String(read.amount.minor) : null,
    payee_id: (read && payee?.id) ?? null,
    payee_version: (read && payee?.version) ?? null,
    twin,
    rail,
    digest: read ? digestOf(read, { number, rail, known: payee }) : null,
  };
}

type Answered = Awaited<ReturnType<typeof manyNames.freshAnswers>>[number];
type Name = undefined | Readonly<{ key: string; answer: Answered }>;

function questionOf({ payee }: ReadRow): AskedName | undefined {
  return manyNames.schemeOf(payee.type) === 'none' ? undefined : manyNames.questionOf(payee);
}

function nameOf(question: AskedName | undefined, answers: ReadonlyMap<AskedName, Answered>): Name {
  if (!question) return undefined;
  const { type, name, entityType, account } = question;
  return { key: sha256([type, name, entityType, account]), answer: answers.get(question) };
}

function saidOf(given: GivenRow, payee: Known | undefined): ReadRow['said'] {
  const known = {
    purpose: payee?.purpose ?? '',
    relationship: payee?.relationship ?? (payee?.ownAccount ? 'own_account' : ''),
  };
  return { ...saidIn(known), ...saidIn(given) };
}

const warningOf = (payee: Known | undefined, said: ReadRow['said']): WarningCode | null =>
  payee?.wasPaid ? null : warningFor({ ownAccount: payee?.ownAccount ?? false, ...said });

const twinKey = ({ payee, amount, reference }: ReadRow): string =>
  sha256([payee.type, payee.currency, payee.account, String(amount.minor), reference]);

type Decided = Readonly<{ number: number; rail: BulkRail | null; known: Known | undefined }>;

/** Covers everything the PIN authorises for one row. */
const digestOf = ({ payee, amount, reference, scheme, said }: ReadRow, { number, rail, known }: Decided): string =>
  sha256([
    number,
    payee.type,
    payee.currency,
    payee.name,
    payee.account,
    String(amount.minor),
    reference,
    rail,
    scheme ?? null,
    ...choiceNames.map((name) => said[name] ?? null),
    known?.id ?? null,
    known?.version ?? null,
  ]);
