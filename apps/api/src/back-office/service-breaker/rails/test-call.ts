import { callPartner, type Partner, PartnerTimeout } from '../../../platform/http/partner-client.ts';
import { type CallOutcome, toOutcome } from '../../../platform/observability/call-log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { londonDay } from '../../../platform/time/london-day.ts';

export type TestResult = Readonly<{ outcome: CallOutcome; status: number | null; latencyMs: number }>;

/** Makes a harmless call to the partner of a service, past its breaker. */
export type TestCall = (of: Readonly<{ service: string; partner: string }>) => Promise<TestResult>;

const testPaths: Readonly<Record<string, () => string>> = {
  bank: () => `/v1/statements/${londonDay(systemClock())}?currency=GBP`,
  directory: () => '/open-banking/directory',
  card_processor: () => '/v1/card-bins/424242',
};

export const createTestCall =
  (partners: Readonly<Record<string, Partner>>): TestCall =>
  async ({ service, partner: name }) => {
    const [partner, path] = [partners[name], testPaths[name]];
    if (!partner || !path) throw new Error(`no test call is known for ${name}`);
    let measured: Pick<TestResult, 'outcome' | 'latencyMs'> = { outcome: 'no_answer', latencyMs: 0 };
    const permit = {
      service,
      settle: (outcome: 'answered' | 'failed' | 'no_answer', latencyMs: number) => {
        measured = { outcome, latencyMs: Math.round(latencyMs) };
      },
      release: () => {},
    };
    try {
      const { status } = await callPartner({ ...partner, permit, method: 'GET', path: path() });
      return { ...measured, outcome: toOutcome(status), status };
    } catch (error) {
      if (!(error instanceof PartnerTimeout)) throw error;
      return { ...measured, status: null };
    }
  };
