import { useTranslations } from 'use-intl';
import { countdownText } from './countdown-text.ts';
import { useRemainingSeconds } from './use-remaining-seconds.ts';

type Props = {
  /** Epoch milliseconds by the browser's clock. */
  until: number;
  onEnd: () => void;
  announceAt?: number[];
};

export function Countdown({ until, onEnd, announceAt = [60, 30, 10] }: Props) {
  const t = useTranslations('ui');
  const seconds = useRemainingSeconds(until, onEnd);
  const spoken = announceAt.filter((mark) => seconds <= mark).at(-1);
  return (
    <>
      <span aria-hidden className="figures font-bold">
        {countdownText(seconds)}
      </span>
      <span role="status" className="sr-only">
        {spoken !== undefined && t('secondsLeft', { count: Math.min(spoken, announceAt[0] ?? spoken) })}
      </span>
    </>
  );
}
