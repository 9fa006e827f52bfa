import { callSandbox } from './fixtures/test.ts';

/** Shortens every delay of the sandbox bank: seconds become tenths and a day becomes a second. */
export default function speedUpBank(): Promise<void> {
  return callSandbox('PUT', 'settings', {
    acceptDelayMs: [100, 300],
    settleDelayMs: [200, 500],
    returnDelayMs: 500,
    hopDelayMs: [300, 600],
    dayMs: 1000,
    cardStepMs: 400,
  });
}
