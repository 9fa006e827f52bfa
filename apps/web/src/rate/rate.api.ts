import type { Reply } from '@larkmere/contract/endpoint';
import type { chart } from '@larkmere/contract/rate';
import type { Timeframe } from '@larkmere/contract/timeframe';
import type { Currency } from '@larkmere/money/money';
import { queryOptions } from '@tanstack/react-query';
import { call, type RateAccess } from '../kernel/call.ts';
import { ApiError } from '../kernel/call-errors.ts';
import { endpoints } from '../kernel/endpoints.ts';
import { keys } from '../kernel/keys.ts';
import { currentSession } from '../kernel/session.ts';

export type Chart = Reply<typeof chart>;
export type ChartChoice = Readonly<{ from: Currency; to: Currency; timeframe: Timeframe }>;

/** `turn` grows when the user refreshes; until the answer the chart of the same choice stays. */
export const chartQuery = (choice: ChartChoice, turn: number) =>
  queryOptions<Chart>({
    queryKey: keys.rateChart(choice, turn),
    queryFn: ({ signal }) => askForChart(choice, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === choice ? before : undefined),
    refetchOnWindowFocus: false,
    meta: { inline: true },
  });

let pass: Promise<RateAccess> | undefined;

/** A customer's token comes with the login; a page without a session gets a public one. */
function rateAccess(): Promise<RateAccess> {
  const session = currentSession();
  if (session) return Promise.resolve(session);
  pass ??= call(endpoints.rate.pass, {}).catch((error: unknown) => {
    pass = undefined;
    throw error;
  });
  return pass;
}

const lookMs = 15_000;

export const latestQuery = (from: Currency, to: Currency) =>
  queryOptions({
    queryKey: keys.latestRate(from, to),
    queryFn: async ({ signal }) => call(endpoints.rate.latest, { from, to }, { signal, rates: await rateAccess() }),
    refetchInterval: lookMs,
    meta: { inline: true },
  });

async function askForChart(choice: ChartChoice, signal: AbortSignal): Promise<Chart> {
  const ask = async () => call(endpoints.rate.chart, choice, { signal, rates: await rateAccess() });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || pass === undefined) throw error;
    pass = undefined; // a public token lasts for 15 minutes
    return ask();
  }
}
