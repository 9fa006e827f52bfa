import { Pause, Play, Radio } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { formatTime } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';

type Props = { at: number; isFailing: boolean; isPaused: boolean; onPause: (isPaused: boolean) => void };

/** The time of what is displayed, and the button that stops it from changing. */
export function Liveness({ at, isFailing, isPaused, onPause }: Props) {
  const t = useTranslations('manage.dashboard');
  const time = formatTime(new Date(at), useLocale());
  return (
    <p className="flex items-center gap-2 text-small text-text-muted">
      <Radio size={16} />
      <span role="status">{t(isPaused || isFailing ? 'asOf' : 'live', { time })}</span>
      <LinkButton onClick={() => onPause(!isPaused)} className="inline-flex items-center gap-1">
        {isPaused ? <Play size={14} /> : <Pause size={14} />}
        {t(isPaused ? 'resume' : 'pause')}
      </LinkButton>
    </p>
  );
}
