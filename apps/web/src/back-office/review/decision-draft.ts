import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import { askReasons, refuseReasons, releaseReasons } from '@larkmere/contract/back-office/review-reasons';
import type { ReviewDecision } from './staff-review.api.ts';

export type DraftVerb = 'release' | 'refuse' | 'ask';
export type QuestionKind = 'text' | 'confirm' | 'file' | 'choice';
export type DecisionDraft = Readonly<{
  verb: DraftVerb;
  reasons: Readonly<Record<DraftVerb, string>>;
  note: string;
  sentence: string;
  question: string;
  kind: QuestionKind;
  options: string;
  documentType: string;
  answer: string;
  overrule: string;
  second: string;
}>;
export type DraftFault = 'sentence' | 'question' | 'options' | 'answer' | 'overrule';

/** What the bar can do now. `look`: the second person has not looked yet; `second`: they have. */
export type BarMode = 'first' | 'look' | 'second';

export const modeOf = ({ recommendation }: ReviewCase['desk']): BarMode => {
  if (recommendation === null || recommendation.isOwn) return 'first';
  return recommendation.look ? 'second' : 'look';
};

export const newDraft = ({ desk, evidence }: ReviewCase): DecisionDraft => ({
  verb: desk.recommendation?.look?.outcome ?? 'release',
  reasons: {
    release: releaseReasons[0],
    refuse: refuseReasons[0],
    ask: evidence.bankQuery ? 'bank_asks' : askReasons[0],
  },
  note: '',
  sentence: '',
  question: '',
  kind: 'text',
  options: '',
  documentType: 'invoice',
  answer: '',
  overrule: '',
  second: '',
});

const shortest = 10;
const isShort = (text: string): boolean => text.trim().length < shortest;
export const toOptions = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((option) => option.trim())
      .filter(Boolean),
  ),
];

const needsAnswer = ({ evidence }: ReviewCase, mode: BarMode): boolean =>
  evidence.bankQuery !== null && !evidence.bankQuery.reportsSettlement && mode === 'first';

export function faultsOf(draft: DecisionDraft, shown: ReviewCase): DraftFault[] {
  const mode = modeOf(shown.desk);
  if (mode === 'look') return [];
  const { verb, sentence, question, kind, options, answer, overrule } = draft;
  const found: Record<DraftFault, boolean> = {
    sentence: verb === 'refuse' && shown.desk.customerReads.refusal === null && isShort(sentence),
    question: verb === 'ask' && isShort(question),
    options: verb === 'ask' && kind === 'choice' && toOptions(options).length < 2,
    answer: verb === 'release' && needsAnswer(shown, mode) && answer.trim() === '',
    overrule: verb === 'refuse' && mode === 'second' && isShort(overrule),
  };
  return (Object.keys(found) as DraftFault[]).filter((fault) => found[fault]);
}

type Release = Extract<ReviewDecision, { verb: 'release' }>;
type Refusal = Extract<ReviewDecision, { verb: 'refuse' }>;
type Ask = Extract<ReviewDecision, { verb: 'ask' }>;
type Look = Extract<ReviewDecision, { verb: 'look' }>;

/** The caller has checked the faults. */
export function toDecision(draft: DecisionDraft, shown: ReviewCase, idempotency: string): ReviewDecision {
  const { uid } = shown.payment;
  const { verb, reasons, note, overrule } = draft;
  const mode = modeOf(shown.desk);
  const words = note.trim() === '' ? {} : { note: note.trim() };
  const reason = reasons[verb];
  if (mode === 'look')
    return {
      verb: 'look',
      uid,
      outcome: verb as Look['outcome'],
      reason: reason as Look['reason'],
      ...words,
      idempotency,
    };
  if (verb === 'release') {
    const answer = needsAnswer(shown, mode) ? { answer: draft.answer.trim() } : {};
    const second =
      shown.desk.release.isRecommendation && mode === 'first' && draft.second ? { second: draft.second } : {};
    return { verb, uid, reason: reason as Release['reason'], ...words, ...answer, ...second, idempotency };
  }
  if (verb === 'ask')
    return { verb, uid, reason: reason as Ask['reason'], questions: [toQuestion(draft)], idempotency };
  return {
    verb,
    uid,
    reasonCode: reason as Refusal['reasonCode'],
    sentence: shown.desk.customerReads.refusal ?? draft.sentence.trim(),
    ...words,
    ...(mode === 'second' && { overruleReason: overrule.trim() }),
    idempotency,
  };
}

function toQuestion({ kind, question, options, documentType }: DecisionDraft): Ask['questions'][number] {
  const text = question.trim();
  if (kind === 'choice') return { kind, text, options: toOptions(options) };
  if (kind === 'file') return { kind, text, documentType: documentType as 'invoice' };
  return { kind, text };
}
