import type { ReferralView } from '@larkmere/contract/customers/referral';
import { Check } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { formatWeekday } from '../../ui/date-text.ts';
import { moneyText } from '../../ui/money.ts';

/** The line of a friend who is under way, with what is left to do. */
export function ReferralSteps({ referral }: { referral: ReferralView }) {
  const t = useTranslations('referral');
  const { name, steps } = referral;
  const current = steps.findIndex(({ doneAt }) => doneAt === null);
  return (
    <>
      <ol aria-label={t('steps', { name })} className="mt-3 grid grid-cols-4">
        {steps.map(({ step, doneAt }, place) => (
          <li
            key={step}
            aria-current={place === current ? 'step' : undefined}
            className={`relative grid content-start gap-1.5 pr-2 text-caption sm:text-[0.8125rem] ${place === current ? 'font-bold' : doneAt === null ? 'text-text-muted' : ''}`}
          >
            {place < steps.length - 1 && (
              <span
                aria-hidden
                className={`absolute top-2 left-4 h-0.5 w-[calc(100%-1rem)] ${doneAt === null ? 'bg-line' : 'bg-brand'}`}
              />
            )}
            <Disc isDone={doneAt !== null} isCurrent={place === current} />
            <span>
              {(doneAt !== null || place === current) && (
                <span className="sr-only">{t(doneAt === null ? 'now' : 'done')} </span>
              )}
              {t(`step.${step}`)}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-small">
        <Left referral={referral} />
      </p>
    </>
  );
}

function Disc({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  const look = isDone
    ? 'bg-brand text-on-brand'
    : isCurrent
      ? 'border-2 border-brand bg-brand-soft'
      : 'border-2 border-line-strong bg-surface';
  return (
    <span aria-hidden className={`relative grid size-4.5 place-items-center rounded-full ${look}`}>
      {isDone && <Check size={12} />}
    </span>
  );
}

function Left({ referral: { name, state, reason, completeBy, exchange } }: { referral: ReferralView }) {
  const t = useTranslations('referral.left');
  const locale = useLocale();
  if (reason !== null) return reason;
  if (state === 'first_trade' || state === 'reward_due') return t(state);
  if ((state !== 'registered' && state !== 'kyc_approved') || completeBy === null) return null;
  return t.rich(state, {
    name: name.split(' ', 1)[0] ?? name,
    needed: moneyText(exchange.needed),
    done: moneyText(exchange.done),
    day: formatWeekday(new Date(`${completeBy}T12:00:00`), locale),
    b: (text) => <strong>{text}</strong>,
  });
}
