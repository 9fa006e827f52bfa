import { type ShownRate, shownRateText } from '@larkmere/money/rate-text';

/** A rate in its one wording; where there is little room it breaks between its two directions and nowhere else. */
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
