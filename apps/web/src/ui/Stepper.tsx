import { useTranslations } from 'use-intl';

export function Stepper({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  const t = useTranslations('ui');
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1.5">
      {steps.map((step, at) => (
        <li key={step} aria-current={at === current ? 'step' : undefined} className="grid gap-1.5">
          <span aria-hidden className={`h-1.5 rounded-full ${at <= current ? 'bg-brand' : 'bg-line'}`} />
          <span className={`text-caption ${at === current ? 'font-bold text-text' : 'text-text-muted'}`}>
            {at < current && <span className="sr-only">{t('done')} </span>}
            {step}
          </span>
        </li>
      ))}
    </ol>
  );
}
