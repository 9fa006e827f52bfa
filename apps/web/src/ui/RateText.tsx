import { type ShownRate, shownRateText } from '@larkmere/money/rate-text';

export function RateText({ rate: { market, ...rate } }: { rate: ShownRate }) {
  return (
    <span className="figures">
      <span className="inline-block whitespace-nowrap">{shownRateText({ ...rate, market: null })}</span>
      {market && (
        <>
          {' '}
          <span className="inline-block whitespace-nowrap">({shownRateText({ ...market, market: null })})</span>
        </>
      )}
    </span>
  );
}
