import type { CaseEvidence } from '@larkmere/contract/back-office/review-case';
import { Check, CircleAlert, FileText, Landmark, MessageCircleQuestion, Scale, ShieldCheck, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { formatShortDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { inWords } from '../parts/parts.ts';
import { countToLookAt, isNameOdd, nameLine } from './evidence-lines.ts';
import { KeyHint } from './Shortcuts.tsx';

type Props = { evidence: CaseEvidence; customerName: string; onView: (uid: string) => void };
const strong = (text: ReactNode) => <strong className="font-semibold">{text}</strong>;
const amber = (text: ReactNode) => <strong className="font-semibold text-warning">{text}</strong>;

/** What does not agree comes first. */
export function EvidenceColumn({ evidence, onView }: Props) {
  const t = useTranslations('manageReview.evidence');
  const isOdd = isNameOdd(evidence.nameCheck);
  const hasHits = evidence.screening.hits.length > 0;
  return (
    <Card
      title={t('title')}
      action={<span className="text-small text-text-muted">{t('lookAt', { count: countToLookAt(evidence) })}</span>}
      className="isolate text-small"
    >
      <div className="grid divide-y divide-line *:py-3.5 *:first:pt-0">
        <ul className="grid gap-3 empty:hidden">
          {evidence.statutoryHold && <FraudHold hold={evidence.statutoryHold} />}
          {evidence.bankQuery && <BankQuery query={evidence.bankQuery} />}
          {isOdd && <NameCheck check={evidence.nameCheck} />}
          {hasHits && <Screening screening={evidence.screening} />}
          {evidence.documentsMissing.length > 0 && (
            <Line icon={<CircleAlert size={18} className="text-warning" />}>
              {t.rich('missing', { strong: amber, documents: evidence.documentsMissing.map(inWords).join(', ') })}
            </Line>
          )}
        </ul>
        <Documents documents={evidence.documents} onView={onView} />
        <ul className="grid gap-3 empty:hidden">
          {!isOdd && <NameCheck check={evidence.nameCheck} />}
          {!hasHits && <Screening screening={evidence.screening} />}
          <Warning warning={evidence.warning} />
        </ul>
        <Questions requests={evidence.requests} />
        <PaidBefore paidBefore={evidence.paidBefore} />
      </div>
    </Card>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5">
    <span className="mt-0.5 shrink-0">{icon}</span>
    <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
  </li>
);

function FraudHold({ hold }: { hold: NonNullable<CaseEvidence['statutoryHold']> }) {
  const t = useTranslations('manageReview.evidence');
  const { at } = useDateTimeTexts();
  const { deadlineAt, groundsDueAt, groundsRecordedAt, customerNotifiedAt } = hold;
  return (
    <Line icon={<Scale size={18} className="text-warning" />}>
      <p>{t.rich('fraud', { strong: amber, when: at(deadlineAt) })}</p>
      <p>
        {groundsRecordedAt
          ? t('groundsDone', { when: at(groundsRecordedAt) })
          : t.rich('grounds', { strong: amber, when: at(groundsDueAt) })}
      </p>
      <p className="text-text-muted">
        {customerNotifiedAt ? t('told', { when: at(customerNotifiedAt) }) : t('untold')}
      </p>
    </Line>
  );
}

function BankQuery({ query }: { query: NonNullable<CaseEvidence['bankQuery']> }) {
  const t = useTranslations('manageReview.evidence');
  const { code, text, answer, reportsSettlement } = query;
  return (
    <Line icon={<Landmark size={18} className="text-warning" />}>
      <p>{t.rich('bank', { strong: amber, code, text: text ?? '–' })}</p>
      {answer && <p>{t('bankAnswer', { answer })}</p>}
      {reportsSettlement && <p>{t.rich('conflict', { strong: amber })}</p>}
    </Line>
  );
}

function NameCheck({ check }: { check: CaseEvidence['nameCheck'] }) {
  const t = useTranslations('manageReview.evidence');
  const { at } = useDateTimeTexts();
  const isOdd = isNameOdd(check);
  return (
    <Line
      icon={isOdd ? <CircleAlert size={18} className="text-warning" /> : <Check size={18} className="text-success" />}
    >
      <p>{t.rich(nameLine(check), { strong: isOdd ? amber : strong, name: check?.actualName ?? '–' })}</p>
      {check?.overriddenAt && <p>{t('nameOverride', { when: at(check.overriddenAt) })}</p>}
      {check?.reason && <p>{t('nameReason', { reason: check.reason })}</p>}
    </Line>
  );
}

function Screening({ screening: { threshold, hits } }: Pick<CaseEvidence, 'screening'>) {
  const t = useTranslations('manageReview.evidence');
  if (hits.length === 0)
    return (
      <Line icon={<ShieldCheck size={18} className="text-success" />}>
        {threshold ? t.rich('screeningNone', { strong, threshold }) : t.rich('screeningOff', { strong: amber })}
      </Line>
    );
  return hits.map(({ subject, entryId, name, regime, score }) => (
    <Line key={`${subject}${entryId}${name}`} icon={<CircleAlert size={18} className="text-danger" />}>
      {t.rich('screeningHit', {
        strong: (text) => <strong className="font-semibold text-danger">{text}</strong>,
        subject: t(`subject.${subject}`),
        name,
        regime,
        score,
      })}
    </Line>
  ));
}

function Warning({ warning }: Pick<CaseEvidence, 'warning'>) {
  const t = useTranslations('manageReview.evidence');
  const { at } = useDateTimeTexts();
  if (!warning) return null;
  return (
    <Line icon={<MessageCircleQuestion size={18} className="text-text-muted" />}>
      {t('warning', { when: at(warning.at), text: warning.text })}
    </Line>
  );
}

function Documents({ documents, onView }: Pick<CaseEvidence, 'documents'> & Pick<Props, 'onView'>) {
  const t = useTranslations('manageReview.evidence');
  const { at } = useDateTimeTexts();
  if (documents.length === 0) return null;
  return (
    <section aria-label={t('documents')} className="grid gap-3">
      {documents.map(({ uid, name, type, state, by, note, at: sentAt }, place) => (
        <div key={uid} className="flex items-start gap-2.5">
          <FileText size={18} className="mt-0.5 shrink-0 text-text-muted" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="text-text-muted first-letter:uppercase">
              {t('documentLine', { type: inWords(type), name: by ?? '–', when: at(sentAt) })}
            </p>
            {note && <p className="wrap-anywhere">“{note}”</p>}
            <StatusPill kind={state === 'accepted' ? 'success' : 'info'}>
              {t(`documentState.${state === 'accepted' ? 'accepted' : 'received'}`)}
            </StatusPill>
          </div>
          <LinkButton className="inline-flex items-center gap-1.5" onClick={() => onView(uid)}>
            {t('view')} <span className="sr-only">{name}</span>
            {place === 0 && <KeyHint name="v" />}
          </LinkButton>
        </div>
      ))}
    </section>
  );
}

function Questions({ requests }: Pick<CaseEvidence, 'requests'>) {
  const t = useTranslations('manageReview.evidence');
  const { at } = useDateTimeTexts();
  if (requests.length === 0) return null;
  const answerText = (answer: string) => {
    if (answer === 'yes' || answer === 'no') return t(answer);
    return answer === 'sent' ? t('fileSent') : answer;
  };
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('questions')}</h3>
      {requests.map(({ uid, requestedAt, dueAt, answeredAt, questions }) => (
        <div key={uid} className="grid gap-1">
          <p className="text-text-muted">
            {answeredAt
              ? t('answered', { when: at(answeredAt) })
              : t('asked', { when: at(requestedAt), due: at(dueAt) })}
          </p>
          <dl className="grid gap-1">
            {questions.map(({ number, text, answer }) => (
              <div key={number}>
                <dt className="wrap-anywhere">{text}</dt>
                <dd className="font-semibold wrap-anywhere">{answer ? answerText(answer) : t('noAnswer')}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

/** In words only: it names no other customer. */
function PaidBefore({ paidBefore: { own, others } }: Pick<CaseEvidence, 'paidBefore'>) {
  const t = useTranslations('manageReview.evidence');
  const locale = useLocale();
  const now = useNow();
  const day = (moment: string | null) => (moment ? formatShortDate(new Date(moment), locale, now) : '–');
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('payers')}</h3>
      <ul className="grid gap-2">
        <Line icon={<Users size={18} className="text-text-muted" />}>
          <p>
            {own.payments === 0
              ? t.rich('ownFirst', { strong: amber })
              : t.rich('own', { strong, count: own.payments, when: day(own.since) })}
          </p>
          <p>
            {others.customers === 0
              ? t.rich('othersNone', { strong })
              : t.rich('others', {
                  strong,
                  customers: String(others.customers),
                  count: others.payments,
                  when: day(others.since),
                })}{' '}
            {others.customers > 0 &&
              (others.returned === 0 ? (
                t('returnedNone')
              ) : (
                <span className="font-semibold text-warning">{t('returned', { count: others.returned })}</span>
              ))}
          </p>
        </Line>
      </ul>
    </section>
  );
}
