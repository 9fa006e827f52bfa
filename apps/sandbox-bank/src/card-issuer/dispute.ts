import { readAmount } from '@larkmere/money/money';
import { z } from 'zod';
import { type Bank, bankingDay } from '../bank.ts';
import { formatMinor } from '../messages/xml.ts';
import { bigintColumn, nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { chargeBack } from './clear-payment.ts';
import { findPayment, requirePayment } from './issued-payment.ts';
import { queueReport, scheduleIssuerStep } from './report.ts';

export const DisputeDocument = z.object({
  disputeId: z.uuid().toLowerCase(),
  paymentId: z.uuid().toLowerCase(),
  amount: z.string(),
  currency: z.string(),
  reason: z.string().min(1).max(60),
  note: z.string().max(4000).nullish(),
  documents: z.array(z.object({ name: z.string().max(255), sha256: z.string().regex(/^[0-9a-f]{64}$/) })).default([]),
});
export type DisputeDocument = z.infer<typeof DisputeDocument>;

export const disputeResults = ['documents_wanted', 'with_merchant', 'won', 'lost'] as const;
type DisputeState = 'received' | (typeof disputeResults)[number];

/** What the merchant's bank will do. `waits`: a person decides on the sandbox's page. */
type Scenario = 'won' | 'lost' | 'documents_won' | 'documents_lost' | 'waits';
const magic: Readonly<Record<string, Scenario>> = {
  61: 'lost',
  62: 'documents_won',
  63: 'documents_lost',
  64: 'waits',
};

export type Dispute = Readonly<{
  disputeId: string;
  paymentId: string;
  /** What may not differ when it is sent again. */
  subject: string;
  reason: string;
  minor: bigint;
  scenario: Scenario;
  state: DisputeState;
  sequence: number;
  answerBy: string | null;
  /** Digests of the files. */
  documents: readonly string[];
}>;

const daysForDocuments = 7;

export function findDispute(bank: Bank, disputeId: string): Dispute | undefined {
  const row = bank.store.one('select * from ci_dispute where dispute_id = ?', disputeId.toLowerCase());
  return row && toDispute(row);
}

export const listDisputesOfCard = (bank: Bank, cardId: string): Dispute[] =>
  bank.store
    .all(
      `select d.* from ci_dispute d join ci_payment p using (payment_id) where p.card_id = ? order by d.rowid desc
       limit 50`,
      cardId,
    )
    .map(toDispute);

/** The same dispute again gets where it stands; documents that are new in it are added. */
export function openDispute(bank: Bank, request: DisputeDocument): Dispute | 'conflict' | 'unusable' {
  const { disputeId, paymentId, amount, currency, reason, note } = request;
  const subject = JSON.stringify([paymentId, amount, currency, reason]);
  const digests = [...new Set(request.documents.map(({ sha256 }) => sha256))];
  const known = findDispute(bank, disputeId);
  if (known) return known.subject === subject ? addDocuments(bank, known, digests) : 'conflict';
  const payment = findPayment(bank, paymentId);
  if (payment?.billing !== currency) return 'unusable';
  const minor = readAmount(payment.billing, amount)?.minor ?? 0n;
  const left = payment.cleared - payment.refunded - disputedMinor(bank, paymentId);
  if (minor === 0n || minor > left) return 'unusable';
  bank.store.insert('ci_dispute', {
    dispute_id: disputeId,
    payment_id: paymentId,
    subject,
    reason,
    minor,
    scenario: chooseScenario(formatMinor(currency, minor), note ?? ''),
    state: 'received',
    documents: JSON.stringify(digests),
    opened_at: bank.now(),
  });
  scheduleIssuerStep(bank, 'dispute', disputeId, bank.settings().returnDelayMs);
  return requireDispute(bank, disputeId);
}

function chooseScenario(amount: string, note: string): Scenario {
  const written = /\b(?:sandbox|magic)[ -]?(\d\d)$/i.exec(note.trim())?.[1];
  const [whole, digits = ''] = amount.split('.');
  return magic[written ?? (whole === '13' ? digits : '')] ?? 'won';
}

function addDocuments(bank: Bank, dispute: Dispute, digests: readonly string[]): Dispute {
  const fresh = digests.filter((each) => !dispute.documents.includes(each));
  if (fresh.length === 0 || isDecided(dispute)) return dispute;
  bank.store.run(
    'update ci_dispute set documents = ? where dispute_id = ?',
    JSON.stringify([...dispute.documents, ...fresh]),
    dispute.disputeId,
  );
  if (dispute.state === 'documents_wanted') decideDispute(bank, dispute, 'with_merchant');
  return requireDispute(bank, dispute.disputeId);
}

const disputedMinor = (bank: Bank, paymentId: string): bigint =>
  bigintColumn(
    bank.store.one(
      `select coalesce(sum(minor), 0) as minor from ci_dispute
       where payment_id = ? and state not in ('won', 'lost')`,
      paymentId,
    ) as Row,
    'minor',
  );

/** Where the dispute goes by itself. */
export function advanceDispute(bank: Bank, disputeId: string): void {
  const dispute = requireDispute(bank, disputeId);
  if (dispute.state === 'received')
    decideDispute(bank, dispute, dispute.scenario.startsWith('documents') ? 'documents_wanted' : 'with_merchant');
  // No document came in time.
  else if (dispute.state === 'documents_wanted') decideDispute(bank, dispute, 'lost');
  else if (dispute.state === 'with_merchant' && dispute.scenario !== 'waits')
    decideDispute(bank, dispute, dispute.scenario.endsWith('won') ? 'won' : 'lost');
}

const isDecided = ({ state }: Dispute): boolean => state === 'won' || state === 'lost';

/** Returns whether it could be: a decision is final. */
export function decideDispute(bank: Bank, dispute: Dispute, to: (typeof disputeResults)[number]): boolean {
  if (isDecided(dispute) || dispute.state === to) return false;
  const { returnDelayMs, dayMs } = bank.settings();
  const wait = to === 'documents_wanted' ? daysForDocuments * dayMs : returnDelayMs;
  bank.store.run(
    'update ci_dispute set state = ?, answer_by = ?, sequence = sequence + 1 where dispute_id = ?',
    to,
    to === 'documents_wanted' ? bankingDay(bank.now() + wait) : null,
    dispute.disputeId,
  );
  bank.store.run(`delete from ci_step where kind = 'dispute' and subject = ?`, dispute.disputeId);
  if (to === 'won') chargeBack(bank, requirePayment(bank, dispute.paymentId), dispute.minor);
  if (to === 'documents_wanted' || to === 'with_merchant') scheduleIssuerStep(bank, 'dispute', dispute.disputeId, wait);
  queueReport(bank, viewDispute(requireDispute(bank, dispute.disputeId)));
  return true;
}

export const viewDispute = ({ disputeId, sequence, state, answerBy }: Dispute) => ({
  kind: 'dispute',
  disputeId,
  sequence,
  state,
  answerBy,
});

function requireDispute(bank: Bank, disputeId: string): Dispute {
  const dispute = findDispute(bank, disputeId);
  if (!dispute) throw new Error(`the issuer has no dispute ${disputeId}`);
  return dispute;
}

const toDispute = (row: Row): Dispute => ({
  disputeId: textColumn(row, 'dispute_id'),
  paymentId: textColumn(row, 'payment_id'),
  subject: textColumn(row, 'subject'),
  reason: textColumn(row, 'reason'),
  minor: bigintColumn(row, 'minor'),
  scenario: textColumn(row, 'scenario') as Scenario,
  state: textColumn(row, 'state') as DisputeState,
  sequence: numberColumn(row, 'sequence'),
  answerBy: nullableTextColumn(row, 'answer_by'),
  documents: JSON.parse(textColumn(row, 'documents')) as string[],
});
