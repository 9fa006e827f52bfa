import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../../platform/forms/use-debounced.ts';
import { type Chart, type ChartChoice, chartQuery } from './rate.api.ts';

/** Fixed by the specification. */
const debounceMs = 400;
export const defaultChoice: ChartChoice = { from: 'GBP', to: 'THB', timeframe: '1H' };

export type RateChartState = Readonly<{
  choice: ChartChoice;
  displayedChoice: ChartChoice;
  choose: (change: Partial<ChartChoice>) => void;
  swap: () => void;
  refresh: () => void;
  chartQuery: UseQueryResult<Chart>;
  isUpdating: boolean;
}>;

export function useRateChart(first: ChartChoice): RateChartState {
  const [selection, setSelection] = useState({ choice: first, turn: 0 });
  const settled = useDebounced(selection, debounceMs);
  const answer = useQuery(chartQuery(settled.choice, settled.turn));
  const choose = (change: Partial<ChartChoice>) =>
    setSelection(({ choice }) => ({ choice: { ...choice, ...change }, turn: 0 }));
  return {
    choice: selection.choice,
    displayedChoice: settled.choice,
    choose,
    swap: () => choose({ from: selection.choice.to, to: selection.choice.from }),
    refresh: () => setSelection(({ choice, turn }) => ({ choice, turn: turn + 1 })),
    chartQuery: answer,
    isUpdating: settled !== selection || answer.isFetching,
  };
}
