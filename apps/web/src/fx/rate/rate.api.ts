import type { chart } from '@larkmere/contract/fx/rate';
import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import type { Currency } from '@larkmere/money/money';
import { queryOptions } from '@tanstack/react-query';
import { call, type RateAccess } from '../../platform/http/call.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { currentSession } from '../../platform/session/session.ts';

export type Chart = Reply<typeof chart>;
export type ChartChoice = Readonly<{ from: Currency; to: Currency; timeframe: Timeframe }>;

/** `turn` grows when the user refreshes; until the answer the chart of the same choice stays. */
export const chartQuery = (choice: ChartChoice, turn: number) =>
  queryOptions<Chart>({
    queryKey: queryKeys.rateChart(choice, turn),
    queryFn: ({ signal }) => fetchChart(choice, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === choice ? before : undefined),
    refetchOnWindowFocus: false,
    meta: { inline: true },
  });

let publicAccess: Promise<RateAccess> | undefined;

/** A customer's token comes with the login; a page without a session gets a public one. */
function rateAccess(): Promise<RateAccess> {
  const session = currentSession();
  if (session) return Promise.resolve(session);
  publicAccess ??= call(endpoints.rate.issueToken, {}).catch((error: unknown) => {
    publicAccess = undefined;
    throw error;
  });
  return publicAccess;
}

const pollIntervalMs = 15_000;

export const latestQuery = (from: Currency, to: Currency) =>
  queryOptions({
    queryKey: queryKeys.latestRate(from, to),
    queryFn: async ({ signal }) => call(endpoints.rate.latest, { from, to }, { signal, rates: await rateAccess() }),
    refetchInterval: pollIntervalMs,
    meta: { inline: true },
  });

async function fetchChart(choice: ChartChoice, signal: AbortSignal): Promise<Chart> {
  const ask = async () => call(endpoints.rate.chart, choice, { signal, rates: await rateAccess() });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || publicAccess === undefined) throw error;
    publicAccess = undefined; // a public token lasts for 15 minutes
    return ask();
  }
}
