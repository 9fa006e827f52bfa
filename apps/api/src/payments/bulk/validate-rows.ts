import { createHash } from 'node:crypto';
import type { BulkRail } from '@larkmere/contract/payments/bulk';
import { type RegulatoryField, regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { type ScamWarningCode, selectScamWarning } from '@larkmere/contract/payments/scam-warning';
import { message } from '@larkmere/messages/message';
import type { Principal } from '../../customers/customer/customer.ts';
import { approvalRequirementsForPayee, bulkNameCheck, type NameCheckRequest } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type DuplicatePayment, findDuplicatePayments } from '../initiation/initiation.ts';
import { domesticRoutes, findRequiredFieldsByCurrency } from '../pricing/pricing.ts';
import { findKnownPayees, type KnownPayee } from './bulk.read.ts';
import type { ValidatedRow } from './bulk.sql.ts';
import type { ParsedRow, RowFault, RowInstruction, RowValues } from './bulk.ts';
import { duplicateQueryOf } from './hold-back-duplicates.ts';
import { findRegulatoryFaults, parseRegulatoryFields } from './parse-row.ts';
import { type DatedRow, findRowDates } from './row-dates.ts';
import { findQuestions, isOpen, type RowQuestion } from './row-questions.ts';
import { forbiddenNameFault, toNameCheckStatus } from './run-name-checks.ts';

type NumberedRow = ParsedRow & Readonly<{ number: number; confirmed?: ReadonlySet<string> }>;

const accountKey = ({ type, currency, account }: Pick<KnownPayee, 'type' | 'currency' | 'account'>): string =>
  JSON.stringify([type, currency, account]);

const sha256 = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

type RowNumber = number | undefined;
export type DuplicateLookup = Readonly<{
  findDuplicate: (key: string, number: number) => RowNumber | Promise<RowNumber>;
  findNameConflict: (payee: RowInstruction['payee'], number: number) => RowNumber | Promise<RowNumber>;
}>;

/** The member for whom rows are checked, who may be absent. */
export type CheckingCtx = Pick<Ctx, 'tx' | 'now'> & Readonly<{ actor: Principal }>;

export async function validateRows(
  { tx, now, actor }: CheckingCtx,
  rows: readonly NumberedRow[],
  { findDuplicate, findNameConflict }: DuplicateLookup,
): Promise<ValidatedRow[]> {
  const accounts = rows.flatMap(({ payee }) => payee ?? []);
  const known = new Map(
    (await findKnownPayees(tx, actor.customerId, accounts)).map((payee) => [accountKey(payee), payee]),
  );
  const wayOf = await domesticRoutes(tx, { tier: actor.userType, route: 'direct' });
  const asks = await findRequiredFieldsByCurrency(
    tx,
    accounts.map(({ currency }) => currency),
  );
  const isNew = ({ payee }: NumberedRow): boolean => payee !== undefined && !known.has(accountKey(payee));
  const questions = rows.map((row) =>
    row.instruction && row.faults.length === 0 && isNew(row) ? toNameCheckRequest(row.instruction) : undefined,
  );
  const requests = questions.filter((question) => question !== undefined);
  const answers = await bulkNameCheck.findRecent({ tx, now }, actor.customerId, requests);
  const answerTo = new Map(requests.map((question, place) => [question, answers[place]]));
  const isForbidden = await bulkNameCheck.blocksNoMatch(tx, actor.customerId);
  const isAdding = rows.some(isNew) && (await canAddPayees(tx, actor));
  // Files pay pounds, euros and baht at home, so the route is by one of their rails.
  const rails = rows.map(({ instruction }) => instruction && (wayOf(instruction).rail as BulkRail));
  const dates = await findRowDates(
    { tx, now },
    rows.map(({ instruction }, place) => toDatedRow(instruction, rails[place])),
  );
  const executionDates = dates.map((date) => (date && 'executesOn' in date ? date.executesOn : null));
  const duplicates = await findDuplicates({ tx, actor }, rows, executionDates);
  const standings: ValidatedRow[] = [];
  for (const [place, row] of rows.entries()) {
    const payee = row.payee && known.get(accountKey(row.payee));
    const date = dates[place];
    const executionDate = executionDates[place] ?? null;
    const duplicateKey = row.instruction ? computeDuplicateKey(row.instruction, executionDate) : null;
    const other = duplicateKey === null ? undefined : await findDuplicate(duplicateKey, row.number);
    const namesake = row.instruction && !payee ? await findNameConflict(row.instruction.payee, row.number) : undefined;
    const rail = rails[place] ?? null;
    const name = findNameCheck(questions[place], answerTo);
    standings.push(
      validateRow(row, {
        payee,
        duplicateKey,
        duplicateRow: other,
        nameConflictRow: namesake,
        rail,
        executionDate,
        dateFaults: date && 'fault' in date ? [date.fault] : [],
        isAdding,
        isForbidden,
        isNameCheckMissing: isForbidden && payee?.nameResult === null && isNameLookedUp(row),
        nameCheck: name,
        requiredFields: asks,
        questions: row.instruction
          ? findQuestions(row.instruction, { payee, duplicate: duplicates.get(row) }, row.confirmed)
          : [],
      }),
    );
  }
  return standings;
}

const toDatedRow = (instruction: RowInstruction | undefined, rail: BulkRail | undefined): DatedRow | undefined =>
  instruction?.executionDate && rail
    ? { rail, currency: instruction.amount.currency, day: instruction.executionDate }
    : undefined;

async function findDuplicates(
  { tx, actor }: Pick<CheckingCtx, 'tx' | 'actor'>,
  rows: readonly NumberedRow[],
  executionDates: readonly (string | null)[],
): Promise<ReadonlyMap<NumberedRow, DuplicatePayment | undefined>> {
  const queries = rows.flatMap((row, place) =>
    row.instruction
      ? [{ row, query: duplicateQueryOf(actor, { ...row.instruction, executesOn: executionDates[place] ?? null }) }]
      : [],
  );
  const found = await findDuplicatePayments(
    tx,
    queries.map(({ query }) => query),
  );
  return new Map(queries.map(({ row }, place) => [row, found[place]]));
}

async function canAddPayees(tx: Tx, actor: Principal): Promise<boolean> {
  try {
    return (await approvalRequirementsForPayee({ tx }, actor)).length === 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

type RowContext = Readonly<{
  payee: KnownPayee | undefined;
  duplicateKey: string | null;
  duplicateRow: number | undefined;
  nameConflictRow: number | undefined;
  rail: BulkRail | null;
  executionDate: string | null;
  dateFaults: readonly RowFault[];
  isAdding: boolean;
  isForbidden: boolean;
  /** Of a known payee, which the customer pays with a checked name only. */
  isNameCheckMissing: boolean;
  nameCheck: NameCheckState;
  requiredFields: ReadonlyMap<string, readonly RegulatoryField[]>;
  questions: readonly RowQuestion[];
}>;

function findContextFaults(context: RowContext): RowFault[] {
  const { payee, duplicateRow, nameConflictRow, isForbidden, isNameCheckMissing } = context;
  const all: RowFault[] = [];
  if (payee && payee.status !== 'approved') {
    const isAwaited = payee.status === 'pending' && payee.reasonCode === 'team_approval';
    const reason = message(isAwaited ? 'bulk_payee_awaits_approval' : 'bulk_payee_not_payable');
    all.push({ field: 'name', reason });
  }
  if (payee?.nameResult === 'no_match' && isForbidden) all.push(forbiddenNameFault);
  if (payee && isNameCheckMissing) all.push(missingNameCheckFault);
  if (duplicateRow !== undefined)
    all.push({
      field: 'reference',
      reason: message('bulk_row_duplicate', { row: duplicateRow }),
    });
  if (nameConflictRow !== undefined)
    all.push({
      field: 'name',
      reason: message('bulk_row_name_conflict', { row: nameConflictRow }),
    });
  return all;
}

const missingNameCheckFault: RowFault = { field: 'name', reason: message('bulk_name_check_missing') };

const isNameLookedUp = ({ instruction }: NumberedRow): boolean =>
  instruction !== undefined && bulkNameCheck.hasLookUp(instruction.payee);

const approvalFault: RowFault = { field: 'name', reason: message('bulk_payee_approval_required') };

function validateRow(row: NumberedRow, context: RowContext): ValidatedRow {
  const { values, instruction, payee: paid, number } = row;
  const { payee, duplicateKey, rail, executionDate, isAdding, isForbidden, nameCheck, requiredFields, questions } =
    context;
  const regulatoryInformation = resolveRegulatoryInformation(values, payee);
  const required = (paid && requiredFields.get(paid.currency)) ?? [];
  const nameStatus =
    instruction &&
    nameCheck?.answer &&
    toNameCheckStatus(nameCheck.answer, { type: instruction.payee.type, isForbidden });
  const faulty = [
    ...row.faults,
    ...context.dateFaults,
    ...findContextFaults(context),
    ...(paid ? findRegulatoryFaults(values, regulatoryInformation, required) : []),
    ...(nameStatus?.faults ?? []),
  ];
  const needsApproval = paid !== undefined && !payee && !isAdding;
  const awaitsPayee = needsApproval && instruction !== undefined && faulty.length === 0;
  const checked = nameCheck && !nameStatus ? 'checking' : (nameStatus?.state ?? 'ready');
  const state = checked === 'ready' && questions.some(isOpen) ? 'doubtful' : checked;
  const stateUnlessFaulty = needsApproval ? (nameStatus?.state === 'doubtful' ? 'doubtful' : 'faulty') : state;
  return {
    state: faulty.length > 0 ? 'faulty' : stateUnlessFaulty,
    given: values,
    faults: needsApproval ? [...faulty, approvalFault] : faulty,
    awaitsPayee,
    questions,
    nameKey: nameCheck?.key ?? null,
    nameCheckId: nameCheck?.answer?.id ?? null,
    read: instruction
      ? {
          payee: instruction.payee,
          reference: instruction.reference,
          regulatoryInformation,
          scheme: instruction.scheme,
          executionDate: instruction.executionDate,
          debitCurrency: instruction.debitCurrency,
        }
      : null,
    warningCode: instruction ? findWarning(payee, regulatoryInformation) : null,
    currency: instruction?.amount.currency ?? null,
    amountMinor: instruction ? String(instruction.amount.minor) : null,
    payeeId: (instruction && payee?.id) ?? null,
    payeeVersion: (instruction && payee?.version) ?? null,
    duplicateKey,
    rail,
    executionDate,
    digest: instruction ? computeRowDigest(instruction, { number, rail, executionDate, known: payee }) : null,
  };
}

type CachedAnswer = Awaited<ReturnType<typeof bulkNameCheck.findRecent>>[number];
type NameCheckState = undefined | Readonly<{ key: string; answer: CachedAnswer }>;

function toNameCheckRequest({ payee }: RowInstruction): NameCheckRequest | undefined {
  return bulkNameCheck.schemeFor(payee) === 'none' ? undefined : bulkNameCheck.toRequest(payee);
}

function findNameCheck(
  question: NameCheckRequest | undefined,
  answers: ReadonlyMap<NameCheckRequest, CachedAnswer>,
): NameCheckState {
  if (!question) return undefined;
  const { type, name, entityType, account } = question;
  return { key: sha256([type, name, entityType, account]), answer: answers.get(question) };
}

function resolveRegulatoryInformation(
  given: RowValues,
  payee: KnownPayee | undefined,
): RowInstruction['regulatoryInformation'] {
  const known = {
    purpose: payee?.purpose ?? '',
    relationship: payee?.relationship ?? (payee?.ownAccount ? 'own_account' : ''),
  };
  return { ...parseRegulatoryFields(known), ...parseRegulatoryFields(given) };
}

const findWarning = (
  payee: KnownPayee | undefined,
  information: RowInstruction['regulatoryInformation'],
): ScamWarningCode | null =>
  payee?.wasPaid ? null : selectScamWarning({ ownAccount: payee?.ownAccount ?? false, ...information });

const computeDuplicateKey = ({ payee, amount, reference }: RowInstruction, executionDate: string | null): string =>
  sha256([payee.type, payee.currency, payee.account, String(amount.minor), reference, executionDate]);

type DigestInput = Readonly<{
  number: number;
  rail: BulkRail | null;
  executionDate: string | null;
  known: KnownPayee | undefined;
}>;

/** Covers everything the PIN authorises for one row. */
const computeRowDigest = (
  { payee, amount, reference, scheme, regulatoryInformation }: RowInstruction,
  { number, rail, executionDate, known }: DigestInput,
): string =>
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
    executionDate,
    ...regulatoryFields.map((name) => regulatoryInformation[name] ?? null),
    known?.id ?? null,
    known?.version ?? null,
  ]);
