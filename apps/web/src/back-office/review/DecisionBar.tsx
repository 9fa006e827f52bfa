import type { ReviewCase } from '@larkmere/contract/back-office/review-case';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { formatTime } from '../../ui/date-text.ts';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { useIsNarrow } from '../parts/parts.ts';
import { BarFields, ReasonField, SecondField } from './BarFields.tsx';
import { CaseActions } from './CaseActions.tsx';
import { type DecisionDraft, type DraftVerb, faultsOf, modeOf, newDraft, toDecision } from './decision-draft.ts';
import { KeyHint } from './Shortcuts.tsx';
import { type ReviewDecision, useDecideReview } from './staff-review.api.ts';
import { usePageKeys } from './use-page-keys.ts';

type Props = { shown: ReviewCase };

/** Always in view: what to decide, why, and what the customer reads. */
export function DecisionBar({ shown }: Props) {
  const t = useTranslations('manageReview.bar');
  const { desk, payment } = shown;
  const obstacle = useObstacle(shown);
  return (
    <section
      aria-label={t('label')}
      className="sticky bottom-0 z-10 -mx-4 -mb-5 border-t border-line bg-surface px-4 py-3 lg:-mx-8 lg:px-8"
    >
      {obstacle === undefined ? (
        <DecisionForm shown={shown} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-small font-semibold">{obstacle}</p>
          {desk.mayDecide && payment.state === 'in_review' && <CaseActions shown={shown} />}
        </div>
      )}
    </section>
  );
}

/** Why the reader cannot decide now. */
function useObstacle({ payment, desk }: ReviewCase): string | undefined {
  const t = useTranslations('manageReview.bar');
  const locale = useLocale();
  if (payment.state === 'info_required') return t('asked');
  if (!desk.mayDecide) return t('viewOnly');
  if (desk.claim && !desk.claim.isOwn)
    return t('taken', { name: desk.claim.name, time: formatTime(new Date(desk.claim.until), locale) });
  return desk.recommendation?.isOwn ? t('own') : undefined;
}

const keysOf = { release: 'r', refuse: 'x', ask: 'q' } as const;

function DecisionForm({ shown }: Props) {
  const t = useTranslations('manageReview.bar');
  const { desk } = shown;
  const mode = modeOf(desk);
  const isNarrow = useIsNarrow();
  const [draft, setDraft] = useState<DecisionDraft>(() => newDraft(shown));
  const [isOpen, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const decide = useDecideReview();
  const isRecommendation = draft.verb === 'release' && mode === 'first' && desk.release.isRecommendation;
  const act = mode === 'look' ? 'look' : isRecommendation ? 'recommend' : draft.verb;
  const sending = useIdempotentRequest<ReviewDecision, unknown>(decide.mutateAsync, () => {
    // After a look the recommendation appears, and a toast would cover the button that comes next.
    if (act !== 'look') showToast({ kind: 'success', text: t(`done.${act}`) });
    setTried(false);
  });
  const faults = tried ? faultsOf(draft, shown) : [];
  const submit = () => {
    if (sending.sending) return;
    setTried(true);
    setOpen(true);
    if (faultsOf(draft, shown).length === 0) void sending.send(toDecision(draft, shown, sending.key));
  };
  const choose = (verb: DraftVerb) => {
    setOpen(true);
    setTried(false);
    setDraft((before) => ({ ...before, verb }));
  };
  const verbs: DraftVerb[] = mode === 'look' ? ['release', 'refuse'] : ['release', 'refuse', 'ask'];
  usePageKeys(
    {
      r: () => choose('release'),
      x: () => choose('refuse'),
      q: mode === 'look' ? undefined : () => choose('ask'),
    },
    submit,
  );
  const isShown = !isNarrow || isOpen;
  const fields = { shown, mode, draft, faults, onChange: setDraft };
  return (
    <div className="grid gap-2.5">
      <Recommendation shown={shown} />
      <div className="grid gap-2.5 xl:grid-cols-[24.5rem_minmax(0,1fr)_15rem]">
        <div className="grid min-w-0 content-start gap-2.5">
          <div className="flex min-w-0 flex-wrap gap-2">
            <Verbs verbs={verbs} verb={draft.verb} onChoose={choose} />
            <CaseActions shown={shown} />
          </div>
          {isShown && <ReasonField {...fields} />}
        </div>
        {isShown && <BarFields {...fields} />}
        {isShown && (
          <div className="grid min-w-0 content-start gap-2.5">
            {isRecommendation ? <SecondField {...fields} /> : <span className="hidden min-h-11 xl:block" />}
            <Button kind={act === 'refuse' ? 'danger' : 'primary'} busy={sending.sending} onClick={submit}>
              {t(`submit.${act}`)} <KeyHint name="Ctrl ↵" />
            </Button>
          </div>
        )}
      </div>
      <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
    </div>
  );
}

type VerbProps = { verbs: readonly DraftVerb[]; verb: DraftVerb; onChoose: (verb: DraftVerb) => void };

function Verbs({ verbs, verb, onChoose }: VerbProps) {
  const t = useTranslations('manageReview.bar');
  return (
    <fieldset className="inline-flex overflow-hidden rounded-control border border-line-strong bg-surface">
      <legend className="sr-only">{t('choose')}</legend>
      {verbs.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === verb}
          onClick={() => onChoose(each)}
          className="inline-flex min-h-11 items-center gap-1.5 border-l border-line px-3.5 text-small font-semibold -outline-offset-3 first:border-l-0 hover:bg-sunken aria-pressed:bg-brand aria-pressed:text-on-brand"
        >
          {t(each)} <KeyHint name={keysOf[each]} />
        </button>
      ))}
    </fieldset>
  );
}

/** For the second person: that there is one, and after their own look, what it says. */
function Recommendation({ shown: { desk } }: Props) {
  const t = useTranslations('manageReview.bar');
  const roles = useTranslations('manageRoles.short');
  const { at } = useDateTimeTexts();
  const { role } = useStaffSession();
  const { recommendation, release } = desk;
  if (!recommendation) {
    if (!release.isRecommendation || desk.withCompliance) return null;
    const names = release.roles.map((each) => roles(each)).join(', ');
    if (release.roles.includes(role)) return <p className="text-small text-warning">{t('takesTwo')}</p>;
    return (
      <p className="text-small text-warning">{names ? t('whoReleases', { roles: names }) : t('nobodyReleases')}</p>
    );
  }
  const { content, look } = recommendation;
  if (!content) return <p className="text-small font-semibold text-warning">{t('lookFirst')}</p>;
  return (
    <p className="text-small">
      <strong className="font-semibold">
        {t('recommended', {
          name: content.by,
          when: at(content.at),
          reason: t(`releaseReason.${content.reason as 'known_pattern'}`),
        })}
      </strong>{' '}
      {content.note && t('recommendedNote', { note: content.note })} {look && t(`yourLook.${look.outcome}`)}
    </p>
  );
}
