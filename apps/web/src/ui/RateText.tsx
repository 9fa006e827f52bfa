import { type DisplayedRate, formatDisplayedRate } from '@larkmere/money/displayed-rate';

export function RateText({ rate: { market, ...rate } }: { rate: DisplayedRate }) {
  return (
    <span className="figures">
      <span className="inline-block whitespace-nowrap">{formatDisplayedRate({ ...rate, market: null })}</span>
      {market && (
        <>
          {' '}
          <span className="inline-block whitespace-nowrap">({formatDisplayedRate({ ...market, market: null })})</span>
        </>
      )}
    </span>
  );
}
